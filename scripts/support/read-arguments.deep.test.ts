import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const ours = Object.entries(scripts).filter(([, command]) => command.includes('scripts/run.mjs'))

test.each(ours)('npm run %s prints its usage and refuses unknown options', (name, command) => {
  const [, , ...script] = command.split(' ')
  const run = (option: string) =>
    spawnSync(process.execPath, [...script, option], { encoding: 'utf8', timeout: 60_000, killSignal: 'SIGKILL' })
  const usage = expect.stringMatching(
    new RegExp(`^(Usage:|Unknown option '--foo'\\. Usage: )[^]*npm (run )?${name}\\b`),
  )
  expect(run('--help')).toMatchObject({ status: 0, stdout: usage, stderr: '' })
  expect(run('--foo')).toMatchObject({ status: 1, stdout: '', stderr: usage })
})

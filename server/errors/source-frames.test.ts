import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { sourceFrames } from './source-frames.ts'
import { testFolder } from '../test/test-folder.ts'

test('a stack from bundled code names files and lines of the source', async () => {
  const folder = testFolder()
  mkdirSync(join(folder, 'server'))
  const source = join(folder, 'server/fail.ts')
  writeFileSync(source, "// A comment.\n\nexport function fail(): never {\n  throw new Error('broken')\n}\n")
  const bundle = await rolldown({ input: { fail: source } })
  await bundle.write({ dir: join(folder, 'dist/server'), sourcemap: true, sourcemapExcludeSources: true, minify: true })
  const program = pathToFileURL(join(folder, 'dist/server/fail.js')).href
  // In a process of its own, because Vitest changes the stacks of its own process.
  const script = `import(process.argv[1]).then(({ fail }) => fail()).catch(({ stack }) => console.log(stack))`
  const { stdout } = spawnSync(process.execPath, ['-e', script, program], { encoding: 'utf8' })
  const frames = stdout.trim().split('\n')
  expect(frames.join()).toContain(program)

  for (let i = 0; i < 2; i++) {
    const found = sourceFrames(frames).join()
    expect(found).toContain(`${pathToFileURL(source).href}:4:`)
    expect(found).not.toContain(program)
  }
})

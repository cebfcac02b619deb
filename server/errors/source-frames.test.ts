import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { expect, onTestFinished, test } from 'vitest'
import { loggableError } from './loggable-error.ts'

test('a stack from bundled code names files and lines of the source', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reverie-bundle-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'server'))
  const source = join(folder, 'server/fail.ts')
  writeFileSync(source, "// A comment.\n\nexport function fail(): never {\n  throw new Error('broken')\n}\n")
  const bundle = await rolldown({ input: { fail: source } })
  await bundle.write({ dir: join(folder, 'dist/server'), sourcemap: true, sourcemapExcludeSources: true, minify: true })
  const program = pathToFileURL(join(folder, 'dist/server/fail.js')).href
  const { fail } = (await import(/* @vite-ignore */ program)) as { fail: () => void }

  expect(() => fail()).toThrow('broken')
  for (let i = 0; i < 2; i++) {
    const { stack } = loggableError(thrownBy(fail))
    expect(stack).toContain(`${pathToFileURL(source).href}:4:`)
    expect(stack).not.toContain(program)
  }
})

function thrownBy(work: () => void): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  return undefined
}

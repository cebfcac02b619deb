import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sampleClip } from '../../../test/media/sample-clips.ts'
import { compiledCode, keepCompiledCode } from './compiled-code.ts'
import { runInChild } from './child-process.ts'

async function listKept(): Promise<string[]> {
  const folder = compiledCode() ?? ''
  const names = (await readdir(folder, { recursive: true })).toSorted()
  const facts = await Promise.all(names.map((name) => stat(join(folder, name))))
  return names.map((name, i) => `${name} ${facts[i]!.uid} ${facts[i]!.size} ${facts[i]!.mtimeMs}`)
}

test('media children use the compiled code and leave it unchanged', async () => {
  const before = await listKept()
  // There is one folder per compiling user, with one file for each module, whether ours or a dependency's.
  expect(before.length).toBeGreaterThan(50)
  expect(new Set(before.map((line) => line.split(' ')[1]))).toEqual(new Set([String(process.getuid?.())]))
  await runInChild({ task: 'inspect', filePath: sampleClip('plain-h264.mp4') }, { timeoutMs: 60_000 })
  expect(await listKept()).toEqual(before)
})

test('the code of media children is compiled once', async () => {
  await keepCompiledCode(() => Promise.reject(new Error('It is there already.')))
  expect(compiledCode()).toBeDefined()
})

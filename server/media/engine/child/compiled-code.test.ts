import { readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
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

test('media children find their code compiled, and leave it as it is', async () => {
  const before = await listKept()
  // A folder for who compiled it, and a file for each of our modules and of those that they need.
  expect(before.length).toBeGreaterThan(50)
  expect(new Set(before.map((line) => line.split(' ')[1]))).toEqual(new Set([String(process.getuid?.())]))
  const running = { turn: undefined, signal: undefined, timeoutMs: 60_000, folderFor: tmpdir() }
  await runInChild({ task: 'inspect', filePath: sampleClip('plain-h264.mp4') }, running)
  expect(await listKept()).toEqual(before)
})

test('it is compiled once', async () => {
  await keepCompiledCode(() => Promise.reject(new Error('It is there already.')))
  expect(compiledCode()).toBeDefined()
})

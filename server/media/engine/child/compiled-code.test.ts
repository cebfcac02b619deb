import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { sampleClip } from '../../../test/media/sample-clips.ts'
import { compiledCode, keepCompiledCode } from './compiled-code.ts'
import { runInChild } from './child-process.ts'

const filePath = sampleClip('plain-h264.mp4')

async function listKept(): Promise<string[]> {
  const folder = compiledCode() ?? ''
  const names = (await readdir(folder, { recursive: true })).toSorted()
  const facts = await Promise.all(names.map((name) => stat(join(folder, name))))
  return names.map((name, i) => `${name} ${facts[i]!.uid} ${facts[i]!.size} ${facts[i]!.mtimeMs}`)
}

test('media children leave the compiled code unchanged', async () => {
  const before = await listKept()
  // There is a folder for each OS user who compiled code. It has one file per module, ours or a dependency's.
  expect(before.length).toBeGreaterThan(50)
  expect(new Set(before.map((line) => line.split(' ')[1]))).toEqual(new Set([String(process.getuid?.())]))
  await runInChild({ task: 'inspect', filePath }, { timeoutMs: 60_000 })
  expect(await listKept()).toEqual(before)
})

test('the compiled code contains every module that a child loads for an inspection', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'compiled-code-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const run = (script: string, argument: string) =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, script), argument], { cwd: folder })
  await run('compile.child.ts', folder)
  const compiled = await readdir(folder, { recursive: true })
  const { stdout } = await run('child.mjs', JSON.stringify({ task: 'inspect', filePath, compiledCode: folder }))
  expect(JSON.parse(stdout)).toHaveProperty('result')
  // Without confinement, the child would add the modules that it compiled itself.
  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual([...compiled, 'output'].toSorted())
})

test('the code of media children is compiled once', async () => {
  await keepCompiledCode(() => Promise.reject(new Error('It is there already.')))
  expect(compiledCode()).toBeDefined()
})

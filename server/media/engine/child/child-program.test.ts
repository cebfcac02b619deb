import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { sampleClip } from '../../../test/media/sample-clips.ts'
import { runInChild } from './child-process.ts'
import { childProgram } from './child-program.ts'
import { testFolder } from '../../../test/test-folder.ts'

const filePath = sampleClip('plain-h264.mp4')

test('media children run the bundled code', async () => {
  const missing = runInChild({ task: 'inspect', filePath: `${filePath}.missing` }, { timeoutMs: 60_000 })
  await expect(missing).rejects.toThrow(/ENOENT[^]*\/dist\/media\/inspect\.js/)
})

test('without a bundle, media children run from source', async () => {
  const folder = testFolder()
  const run = async (program: string) => {
    const args = [program, JSON.stringify({ task: 'inspect', filePath })]
    return JSON.parse((await promisify(execFile)(process.execPath, args, { cwd: folder })).stdout) as unknown
  }
  const fromSource = await run(join(import.meta.dirname, 'child.ts'))
  expect(fromSource).toHaveProperty('result')
  expect(await run(childProgram())).toEqual(fromSource)
})

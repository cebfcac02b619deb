import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { runInChild } from './child/child-process.ts'
import type { MediaOptions } from './engine.ts'

const TIMEOUT_MS = 30_000

/**
 * Makes of the workflow in a file's tags (ComfyUI's, Wan2GP's) what others may have: without secret keys, and without the
 * folders of somebody's computer.
 *
 * @returns JSON of at most 256 kB; empty if there is none that can be shared.
 * @throws {UnreadableVideoError} If its tags are too much for the reader; `TooSlowError` if that is not known in time.
 */
export async function readWorkflow(
  filePath: string,
  { turn, signal, timeoutMs = TIMEOUT_MS, workFolder = tmpdir() }: MediaOptions & { workFolder?: string } = {},
): Promise<string> {
  let workflow = ''
  const keep = async (path: string) => {
    workflow = await readFile(path, 'utf8')
  }
  const running = { turn, signal, timeoutMs, folderFor: workFolder, keep }
  await runInChild({ task: 'workflow', filePath: resolve(filePath) }, running)
  return workflow
}

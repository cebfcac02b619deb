import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { runInChild } from './child/child-process.ts'
import type { MediaOptions } from './engine.ts'

const TIMEOUT_MS = 30_000

/**
 * Returns the shareable form of the workflow in a file's tags (ComfyUI's, Wan2GP's), without secret keys and local
 * folders.
 *
 * @returns JSON of at most 256 kB, or an empty text if there is no shareable workflow.
 * @throws {UnreadableVideoError} If its tags are too complex for the reader; `TooSlowError` if the result takes too
 *   long.
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

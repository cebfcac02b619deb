import { readFile, stat } from 'node:fs/promises'
import type { Edit } from '../../../contract/media/private-data/private-data.ts'
import { log } from '../../errors/log.ts'
import { EDITS_FILE_MAX_BYTES, countChangedBytes } from '../inspect/private-data.ts'
import type { PrivateDataFacts } from '../results.ts'
import { unreadable } from '../unreadable-video.ts'

/**
 * Reads and validates the edits of a media child. A file may have taken over the child.
 *
 * @param filePath The file to be edited.
 * @param changedBytes The number of bytes to be changed, according to the child.
 * @throws {UnreadableVideoError} If the edits are invalid.
 */
export async function readEdits(
  editsPath: string,
  filePath: string,
  { changedBytes }: PrivateDataFacts,
): Promise<Edit[]> {
  const { size: fileSizeBytes } = await stat(filePath)
  const { size } = await stat(editsPath)
  const edits = size <= EDITS_FILE_MAX_BYTES ? parseEdits(await readFile(editsPath, 'utf8')) : undefined
  const isWhole = edits?.every((edit) => isEdit(edit, fileSizeBytes))
  if (edits && isWhole && countChangedBytes(edits) === changedBytes) return edits
  log.error(`A media child wrote an invalid list of edits (${size} bytes)`)
  throw unreadable('crashing')
}

function parseEdits(text: string): Edit[] | undefined {
  try {
    const edits: unknown = JSON.parse(text)
    return Array.isArray(edits) ? edits : undefined
  } catch {
    return undefined
  }
}

function isEdit(value: unknown, fileSizeBytes: number): value is Edit {
  const { offset, sizeBytes, start = '', fill = 0 } = (value ?? {}) as Partial<Edit>
  return (
    Number.isSafeInteger(offset) &&
    Number.isSafeInteger(sizeBytes) &&
    offset! >= 0 &&
    sizeBytes! > 0 &&
    offset! + sizeBytes! <= fileSizeBytes &&
    typeof start === 'string' &&
    /^(?:[\da-f]{2}){0,64}$/.test(start) &&
    start.length <= 2 * sizeBytes! &&
    (fill === 0 || fill === 32)
  )
}

import { readFile, stat, writeFile } from 'node:fs/promises'
import { TooMuchHiddenDataError } from '../../../contract/media/metadata/byte-reader.ts'
import { findPrivateData } from '../../../contract/media/metadata/containers/find-private-data.ts'
import type { Edit, PrivateData } from '../../../contract/media/metadata/private-data.ts'
import { inFile } from '../in-file.ts'
import type { PrivateDataFacts } from '../results.ts'
import { OUTPUT_NAME } from '../tasks.ts'
import { unreadable } from '../unreadable-video.ts'

/** Maximum size in bytes of the file that lists the edits: enough for their maximum number (collector.ts). */
export const EDITS_FILE_MAX_BYTES = 8 * 1024 * 1024

/**
 * Finds data that viewers of a file do not see. For media children: writes the edits to a file, because they may be too
 * many for a reply.
 *
 * @throws {UnreadableVideoError} If there is too much data to remove.
 */
export async function listPrivateData(filePath: string): Promise<PrivateDataFacts> {
  const { edits, kinds, holdsCredentials } = await privateDataOf(filePath)
  await writeFile(OUTPUT_NAME, JSON.stringify(edits))
  return { kinds, holdsCredentials, changedBytes: sizeOf(edits) }
}

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
  if (edits && isWhole && sizeOf(edits) === changedBytes) return edits
  console.error(`A media child wrote an invalid list of edits (${size} bytes)`)
  throw unreadable('crashing')
}

/** Finds the hidden data. @throws {UnreadableVideoError} If the file has more than can be listed. */
export function privateDataOf(filePath: string): Promise<PrivateData> {
  return inFile(filePath, findPrivateData).catch((error: unknown) => {
    throw error instanceof TooMuchHiddenDataError ? unreadable('tooMuchHidden') : error
  })
}

function parseEdits(text: string): Edit[] | undefined {
  try {
    const edits: unknown = JSON.parse(text)
    return Array.isArray(edits) ? edits : undefined
  } catch {
    return undefined
  }
}

function sizeOf(edits: Edit[]): number {
  return edits.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
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

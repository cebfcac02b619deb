import { writeFile } from 'node:fs/promises'
import { TooMuchHiddenDataError } from '../../../contract/media/private-data/byte-reader.ts'
import { findPrivateData } from '../../../contract/media/private-data/containers/find-private-data.ts'
import type { Edit, PrivateData } from '../../../contract/media/private-data/private-data.ts'
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
  return { kinds, holdsCredentials, changedBytes: countChangedBytes(edits) }
}

/** Finds the hidden data. @throws {UnreadableVideoError} If the file has more than can be listed. */
export function privateDataOf(filePath: string): Promise<PrivateData> {
  return inFile(filePath, findPrivateData).catch((error: unknown) => {
    throw error instanceof TooMuchHiddenDataError ? unreadable('tooMuchHidden') : error
  })
}

export function countChangedBytes(edits: Edit[]): number {
  return edits.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}

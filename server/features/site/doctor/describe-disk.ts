import type { Db } from '../../../db/connect.ts'
import { sizeInWords } from '../../../format/in-words.ts'
import type { Deps } from '../../../setup/deps.ts'
import { promisedBytes } from '../../../objects/disk-budget.ts'

/**
 * Describes the disk usage for the operator. There is one line per file system, one for the bytes that current uploads
 * may still take, and one if new uploads are refused.
 */
export async function describeDisk({
  db,
  storage,
  disk,
}: { db: Db } & Pick<Deps, 'storage' | 'disk'>): Promise<string[]> {
  const readings = await disk.read()
  // Folders on one file system have the same figures, so they share a line.
  const lines = new Map(
    readings.map(({ folder, freeBytes, totalBytes, reserveBytes }) => [
      `${freeBytes} ${totalBytes}`,
      `Disk of ${folder}: ${sizeInWords(freeBytes)} free of ${sizeInWords(totalBytes)}, reserve ${sizeInWords(reserveBytes)}.`,
    ]),
  )
  const promised = `Reserved for uploads in progress: ${sizeInWords(await promisedBytes(db, { storage, disk }))}.`
  const isPaused = (await disk.state()) !== 'ok'
  return [...lines.values(), promised, ...(isPaused ? ['New uploads are refused until there is room.'] : [])]
}

import { formatBytes } from '../../../../contract/bytes.ts'
import type { Deps } from '../../../setup/deps.ts'
import { promisedBytes } from '../../../objects/disk-budget.ts'

/**
 * Describes the disk usage for the operator. There is one line per file system, one for the bytes that current uploads
 * may still take, and one if new uploads are refused.
 */
export async function describeDisk({ db, storage, disk }: Pick<Deps, 'db' | 'storage' | 'disk'>): Promise<string[]> {
  const lines = (await disk.read()).map(
    ({ folder, freeBytes, totalBytes, reserveBytes }) =>
      `Disk of ${folder}: ${formatBytes(freeBytes)} free of ${formatBytes(totalBytes)}, reserve ${formatBytes(reserveBytes)}.`,
  )
  const promised = `Reserved for uploads in progress: ${formatBytes(await promisedBytes(db, { storage, disk }))}.`
  const isPaused = (await disk.state()) !== 'ok'
  return [...lines, promised, ...(isPaused ? ['New uploads are refused until there is room.'] : [])]
}

import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type DiskSpace, watchDisk } from '../storage/disk/disk-space.ts'

/** A simulated disk with as much free space as a test wants. */
export interface SmallDisk {
  disk: DiskSpace
  /** Free bytes, not counting what the files below the folder use. A test may change it. */
  freeBytes: number
}

/**
 * Simulates a disk. Files below `folder` use its space, as on a separate disk, and the real disk is not examined.
 *
 * @param reserveBytes Kept free of uploads.
 */
export function smallDisk(folder: string, sizes: { freeBytes: number; reserveBytes: number }): SmallDisk {
  const small: SmallDisk = {
    freeBytes: sizes.freeBytes,
    disk: watchDisk([folder], () => sizes.reserveBytes, {
      readFolder: async () => ({
        bsize: 1,
        blocks: 1024 ** 4,
        bavail: small.freeBytes - (await bytesBelow(folder)),
      }),
    }),
  }
  return small
}

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

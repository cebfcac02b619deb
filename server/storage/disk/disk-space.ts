import { statfs as readFileSystem } from 'node:fs/promises'
import type { DiskReserve } from './disk-reserve.ts'

/**
 * How much of the reserve what was promised may use: uploads that are under way, and what is made of clips that are
 * published already. The rest is the database's alone.
 */
const SHARE_FOR_PROMISED = 0.5

/** What PostgreSQL makes its log of, piece by piece. With less than one, it cannot go on for long. */
const LOG_SEGMENT_BYTES = 16 * 1024 ** 2

/** - `low`: new uploads are refused, all else goes on. - `full`: nothing can be written any more. */
export type DiskState = 'ok' | 'low' | 'full'

/** One file system, as it is now. */
export interface FileSystemReading {
  /** A folder on it. */
  folder: string
  totalBytes: number
  /** For a user who is not root. */
  freeBytes: number
  reserveBytes: number
}

/** Looks at the file systems that we write to. Nothing is kept: somebody else may fill them at any time. */
export interface DiskSpace {
  /** Whether objects take room here. In a bucket they do not. */
  readonly holdsObjects: boolean

  /** That of the objects first, or of the files that are made from them. */
  read(): Promise<FileSystemReading[]>

  /**
   * What new uploads may take, before anything is promised. 0 or less: the reserve has been reached. `Infinity` while
   * it is not, where objects take no room here.
   */
  spareBytes(): Promise<number>

  /** What there is for what was promised before, which may use a part of the reserve. */
  spareBytesForPromised(): Promise<number>

  state(): Promise<DiskState>
}

/** Of the system's answer; `statfs` of `node:fs`. */
type ReadFileSystem = (folder: string) => Promise<{ bsize: number; blocks: number; bavail: number }>

/**
 * @param folders That of the objects, or of the files that are made from them; then others that must not run full: the
 *   database's, if it is ours. They may be on one file system or on several.
 */
export function watchDisk(
  folders: [first: string, ...others: string[]],
  reserve: DiskReserve,
  { readFolder = readFileSystem, holdsObjects = true }: { readFolder?: ReadFileSystem; holdsObjects?: boolean } = {},
): DiskSpace {
  const read = () =>
    Promise.all(
      folders.map(async (folder) => {
        const { bsize, blocks, bavail } = await readFolder(folder)
        const totalBytes = blocks * bsize
        return { folder, totalBytes, freeBytes: bavail * bsize, reserveBytes: reserve(totalBytes) }
      }),
    )

  /** Bytes of uploads go to the first one only; on the others it counts whether they have come too close. */
  async function spare(shareOfReserve: number): Promise<number> {
    const [first = 0, ...others] = (await read()).map(
      ({ freeBytes, reserveBytes }) => freeBytes - reserveBytes * shareOfReserve,
    )
    return Math.min(first, ...others.filter((bytes) => bytes <= 0))
  }

  return {
    holdsObjects,
    read,
    async spareBytes() {
      const bytes = await spare(1)
      return holdsObjects || bytes <= 0 ? bytes : Infinity
    },
    spareBytesForPromised: () => spare(1 - SHARE_FOR_PROMISED),
    async state() {
      const readings = await read()
      if (readings.some(({ freeBytes }) => freeBytes < LOG_SEGMENT_BYTES)) return 'full'
      return readings.some(({ freeBytes, reserveBytes }) => freeBytes <= reserveBytes) ? 'low' : 'ok'
    },
  }
}

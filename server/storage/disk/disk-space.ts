import { statfs as readFileSystem } from 'node:fs/promises'
import type { DiskReserve } from './disk-reserve.ts'

/** Share of the reserve for accepted uploads and files made of published clips. The rest is for the database. */
const SHARE_FOR_PROMISED = 0.5

/** Size of a segment of PostgreSQL's write-ahead log. With less free space, PostgreSQL soon stops. */
const LOG_SEGMENT_BYTES = 16 * 1024 ** 2

/**
 * - `low`: new uploads are refused, everything else works.
 * - `full`: PostgreSQL soon cannot write any more.
 */
export type DiskState = 'ok' | 'low' | 'full'

/** The state of one file system. */
export interface FileSystemReading {
  folder: string
  totalBytes: number
  /** Bytes available to users other than root. */
  freeBytes: number
  reserveBytes: number
}

/** The state of the file systems that Reverie writes to. It is never cached, because other programs may fill them. */
export interface DiskSpace {
  /** Whether objects are stored here. `false` with a bucket. */
  readonly holdsObjects: boolean

  /**
   * Reads the watched file systems, each under the first of its folders. The first one holds the objects, or the files
   * that are made from them.
   */
  read(): Promise<FileSystemReading[]>

  /**
   * Bytes available to new uploads, without subtracting what accepted uploads have reserved. At most 0 once the reserve
   * has been reached. `Infinity` before that if objects are stored elsewhere.
   */
  spareBytes(): Promise<number>

  /** Bytes available to accepted uploads, which may use a part of the reserve. */
  spareBytesForPromised(): Promise<number>

  state(): Promise<DiskState>
}

/** `statfs` of `node:fs`, limited to the fields of its result that are used here. */
type ReadFileSystem = (folder: string) => Promise<{ bsize: number; blocks: number; bavail: number }>

/**
 * @param folders First the folder of the objects, or of the files made from them. Then others that must not run full,
 *   such as the embedded database's. They may share a file system.
 */
export function watchDisk(
  folders: [first: string, ...others: string[]],
  reserve: DiskReserve,
  { readFolder = readFileSystem, holdsObjects = true }: { readFolder?: ReadFileSystem; holdsObjects?: boolean } = {},
): DiskSpace {
  async function read(): Promise<FileSystemReading[]> {
    const readings = await Promise.all(
      folders.map(async (folder) => {
        const { bsize, blocks, bavail } = await readFolder(folder)
        const totalBytes = blocks * bsize
        return { folder, totalBytes, freeBytes: bavail * bsize, reserveBytes: reserve(totalBytes) }
      }),
    )
    // Folders on one file system have the same figures.
    const fileSystems = Map.groupBy(readings, ({ totalBytes, freeBytes }) => `${totalBytes} ${freeBytes}`)
    return [...fileSystems.values()].flatMap(([first]) => first ?? [])
  }

  /** Uploads are written to the first file system only; the others only have to stay above their reserve. */
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

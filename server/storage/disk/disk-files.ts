import { open, type FileHandle } from 'node:fs/promises'
import type { Edit } from '../../../contract/media/private-data/private-data.ts'
import { ignoreMissing } from '../../errors/system-error.ts'

/** Opens the first of these files that exists, for reading. */
export async function openExisting(...paths: string[]): Promise<FileHandle | undefined> {
  for (const path of paths) {
    const file = await open(path, 'r').catch(ignoreMissing)
    if (file) return file
  }
  return undefined
}

/** Makes a file durable, or the names in a folder. A new name is durable only after its folder is synced. */
export async function sync(path: string): Promise<void> {
  await using entry = await open(path, 'r')
  await entry.sync()
}

const PIECE_BYTES = 1024 * 1024

/** Writes all bytes, however many calls that takes. */
export async function writeWhole(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}

/** Overwrites a range of a file. */
export async function blankRange(file: FileHandle, { offset, sizeBytes, start = '', fill = 0 }: Edit): Promise<void> {
  const piece = Buffer.alloc(Math.min(sizeBytes, PIECE_BYTES), fill)
  for (let done = 0; done < sizeBytes; done += piece.length) {
    await writeWhole(file, piece.subarray(0, sizeBytes - done), offset + done)
  }
  await writeWhole(file, Buffer.from(start, 'hex'), offset)
}

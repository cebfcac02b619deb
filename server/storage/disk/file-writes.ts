import type { FileHandle } from 'node:fs/promises'
import type { BlankedPart } from '../storage.ts'

const PIECE_BYTES = 1024 * 1024

/** Writes all bytes, however many calls that takes. */
export async function writeWhole(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}

/** Overwrites a range of a file. */
export async function blankPart(
  file: FileHandle,
  { offset, sizeBytes, start = '', fill = 0 }: BlankedPart,
): Promise<void> {
  const zeros = Buffer.alloc(Math.min(sizeBytes, PIECE_BYTES), fill)
  for (let done = 0; done < sizeBytes; done += zeros.length) {
    await file.write(zeros, 0, Math.min(zeros.length, sizeBytes - done), offset + done)
  }
  const beginning = Buffer.from(start, 'hex')
  if (beginning.length > 0) await file.write(beginning, 0, beginning.length, offset)
}

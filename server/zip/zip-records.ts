/** The ZIP records (PKWARE's APPNOTE.TXT) that precede and follow the bytes of the files. */

/** The facts about a file that do not depend on its place. */
export interface FileFacts {
  /** The name, with `/` between folders. */
  name: string
  modifiedAt: Date
  sizeBytes: number
}

interface PlacedFile extends FileFacts {
  crc32: number
  /** Offset of its local header. */
  offset: number
}

/** A 32-bit number with this value means that the real one is stored elsewhere, in 64 bits. */
const MAX_32 = 0xffff_ffff
const MAX_16 = 0xffff

const VERSION = 20
const VERSION_ZIP64 = 45
const MADE_BY = (3 << 8) | VERSION_ZIP64 // 3 is Unix.
/** A regular file that everyone may read. */
const FILE_MODE = 0o100644
const NAME_IS_UTF8 = 0x0800
/** No compression, because clips cannot be compressed further. */
const STORED = 0

const isLarge = (sizeBytes: number) => sizeBytes >= MAX_32

/**
 * Builds the header before a file's bytes. It contains sizes and checksum, so that no record has to follow the bytes.
 */
export function localHeader(file: Omit<PlacedFile, 'offset'>): Buffer {
  const name = Buffer.from(file.name)
  const extra = Buffer.concat([zip64Field(largeSizes(file)), timeField(expressible(file.modifiedAt))])
  return Buffer.concat([
    u32(0x0403_4b50),
    u16(isLarge(file.sizeBytes) ? VERSION_ZIP64 : VERSION),
    sharedFields(file),
    u16(name.length, extra.length),
    name,
    extra,
  ])
}

/** Builds a file's entry in the list at the end. */
export function centralHeader(file: PlacedFile): Buffer {
  const name = Buffer.from(file.name)
  const large = [...largeSizes(file), ...(isLarge(file.offset) ? [file.offset] : [])]
  const extra = Buffer.concat([zip64Field(large), timeField(expressible(file.modifiedAt))])
  const [commentBytes, disk, attributes] = [0, 0, 0]
  return Buffer.concat([
    u32(0x0201_4b50),
    u16(MADE_BY, large.length > 0 ? VERSION_ZIP64 : VERSION),
    sharedFields(file),
    u16(name.length, extra.length, commentBytes, disk, attributes),
    u32((FILE_MODE << 16) >>> 0, Math.min(file.offset, MAX_32)),
    name,
    extra,
  ])
}

/** Builds the record that says where the list is and how many files it has. */
export function endRecords({ files, offset, sizeBytes }: { files: number; offset: number; sizeBytes: number }): Buffer {
  const [disk, commentBytes] = [0, 0]
  const count = Math.min(files, MAX_16)
  const end = Buffer.concat([
    u32(0x0605_4b50),
    u16(disk, disk, count, count),
    u32(Math.min(sizeBytes, MAX_32), Math.min(offset, MAX_32)),
    u16(commentBytes),
  ])
  if (files < MAX_16 && !isLarge(offset) && !isLarge(sizeBytes)) return end

  const body = Buffer.concat([u16(MADE_BY, VERSION_ZIP64), u32(disk, disk), u64(files, files, sizeBytes, offset)])
  const locator = [u32(0x0706_4b50, disk), u64(offset + sizeBytes), u32(1)]
  return Buffer.concat([u32(0x0606_4b50), u64(body.length), body, ...locator, end])
}

/** Builds the fields that both headers of a file share, after the version. */
function sharedFields({ modifiedAt, sizeBytes, crc32 }: Omit<PlacedFile, 'offset'>): Buffer {
  const size = Math.min(sizeBytes, MAX_32)
  return Buffer.concat([u16(NAME_IS_UTF8, STORED), u32(dosTime(expressible(modifiedAt)), crc32, size, size)])
}

/** Returns the sizes before and after compression, if they exceed 32 bits. */
function largeSizes({ sizeBytes }: FileFacts): number[] {
  return isLarge(sizeBytes) ? [sizeBytes, sizeBytes] : []
}

/** Builds the extra field for numbers that exceed 32 bits. It is empty if there are none. */
function zip64Field(numbers: number[]): Buffer {
  return numbers.length === 0 ? Buffer.alloc(0) : Buffer.concat([u16(0x0001, numbers.length * 8), u64(...numbers)])
}

/** Builds the field for the time in UTC, to the second. The format's own time is in the reader's time zone. */
function timeField(at: Date): Buffer {
  const [sizeBytes, isModified] = [5, 1]
  return Buffer.concat([u16(0x5455, sizeBytes), Buffer.of(isModified), u32(Math.floor(at.getTime() / 1000))])
}

/**
 * Returns the nearest time that the format can express, which begins in 1980. A machine whose clock was not set yet may
 * have created a file in 1970.
 */
function expressible(at: Date): Date {
  return new Date(Math.max(at.getTime(), Date.UTC(1980)))
}

/** Returns the time in UTC, in steps of two seconds. The lower half has the time, the upper half the day. */
function dosTime(at: Date): number {
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return day * 0x1_0000 + time
}

const u16 = (...values: number[]) => integers(2, values)
const u32 = (...values: number[]) => integers(4, values)
const u64 = (...values: number[]) => integers(8, values)

/** Writes unsigned integers in little-endian order, one after another. Those of 8 bytes must be below 2⁴⁸. */
function integers(sizeBytes: number, values: number[]): Buffer {
  const bytes = Buffer.allocUnsafe(sizeBytes * values.length).fill(0)
  for (const [i, value] of values.entries()) bytes.writeUIntLE(value, i * sizeBytes, Math.min(sizeBytes, 6))
  return bytes
}

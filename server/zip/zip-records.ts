/** The records of a ZIP archive (PKWARE's APPNOTE.TXT) around the bytes of its files. */

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

/** A 32-bit number with this value means that the real one is in an extra field. */
const MAX_32 = 0xffff_ffff
const MAX_16 = 0xffff

const VERSION = 20
const VERSION_ZIP64 = 45
const MADE_ON_UNIX = 3 << 8
/** A regular file that everyone may read. */
const FILE_MODE = 0o100644
const NAME_IS_UTF8 = 0x0800

const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
const END_BYTES = 22
const ZIP64_END_BYTES = 56
const ZIP64_LOCATOR_BYTES = 20

const isLarge = (sizeBytes: number) => sizeBytes >= MAX_32

/**
 * Builds the header before a file's bytes. It contains sizes and checksum, so that no record has to follow the bytes.
 */
export function localHeader(file: Omit<PlacedFile, 'offset'>): Buffer {
  const name = Buffer.from(file.name)
  const extra = Buffer.concat([
    isLarge(file.sizeBytes) ? zip64Field([file.sizeBytes, file.sizeBytes]) : Buffer.alloc(0),
    timeField(file.modifiedAt),
  ])
  const header = Buffer.alloc(LOCAL_BYTES)
  header.writeUInt32LE(0x0403_4b50, 0)
  writeFacts(header, 4, file)
  header.writeUInt16LE(name.length, 26)
  header.writeUInt16LE(extra.length, 28)
  return Buffer.concat([header, name, extra])
}

/** Builds a file's entry in the list at the end. */
export function centralHeader(file: PlacedFile): Buffer {
  const name = Buffer.from(file.name)
  const large = centralZip64(file)
  const extra = Buffer.concat([large.length > 0 ? zip64Field(large) : Buffer.alloc(0), timeField(file.modifiedAt)])
  const header = Buffer.alloc(CENTRAL_BYTES)
  header.writeUInt32LE(0x0201_4b50, 0)
  header.writeUInt16LE(MADE_ON_UNIX | VERSION_ZIP64, 4)
  writeFacts(header, 6, file)
  if (large.length > 0) header.writeUInt16LE(VERSION_ZIP64, 6)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt16LE(extra.length, 30)
  header.writeUInt32LE((FILE_MODE << 16) >>> 0, 38)
  header.writeUInt32LE(Math.min(file.offset, MAX_32), 42)
  return Buffer.concat([header, name, extra])
}

/** Builds the record that says where the list is and how many files it has. */
export function endRecords({ files, offset, sizeBytes }: { files: number; offset: number; sizeBytes: number }): Buffer {
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(Math.min(files, MAX_16), 8)
  end.writeUInt16LE(Math.min(files, MAX_16), 10)
  end.writeUInt32LE(Math.min(sizeBytes, MAX_32), 12)
  end.writeUInt32LE(Math.min(offset, MAX_32), 16)
  if (files < MAX_16 && !isLarge(offset) && !isLarge(sizeBytes)) return end

  const end64 = Buffer.alloc(ZIP64_END_BYTES)
  end64.writeUInt32LE(0x0606_4b50, 0)
  end64.writeBigUInt64LE(BigInt(ZIP64_END_BYTES - 12), 4)
  end64.writeUInt16LE(MADE_ON_UNIX | VERSION_ZIP64, 12)
  end64.writeUInt16LE(VERSION_ZIP64, 14)
  end64.writeBigUInt64LE(BigInt(files), 24)
  end64.writeBigUInt64LE(BigInt(files), 32)
  end64.writeBigUInt64LE(BigInt(sizeBytes), 40)
  end64.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(ZIP64_LOCATOR_BYTES)
  locator.writeUInt32LE(0x0706_4b50, 0)
  locator.writeBigUInt64LE(BigInt(offset + sizeBytes), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([end64, locator, end])
}

/** Writes the fields that both headers of a file share, from the version on. */
function writeFacts(header: Buffer, at: number, { modifiedAt, sizeBytes, crc32 }: Omit<PlacedFile, 'offset'>): void {
  header.writeUInt16LE(isLarge(sizeBytes) ? VERSION_ZIP64 : VERSION, at)
  header.writeUInt16LE(NAME_IS_UTF8, at + 2)
  // Stored: clips cannot be compressed further.
  header.writeUInt16LE(0, at + 4)
  header.writeUInt32LE(dosTime(modifiedAt), at + 6)
  header.writeUInt32LE(crc32, at + 10)
  header.writeUInt32LE(Math.min(sizeBytes, MAX_32), at + 14)
  header.writeUInt32LE(Math.min(sizeBytes, MAX_32), at + 18)
}

/** Returns the numbers of an entry that exceed 32 bits, in the order that the format requires. */
function centralZip64({ sizeBytes, offset }: PlacedFile): number[] {
  return [...(isLarge(sizeBytes) ? [sizeBytes, sizeBytes] : []), ...(offset >= MAX_32 ? [offset] : [])]
}

function zip64Field(numbers: number[]): Buffer {
  const field = Buffer.alloc(4 + numbers.length * 8)
  field.writeUInt16LE(0x0001, 0)
  field.writeUInt16LE(numbers.length * 8, 2)
  for (const [i, number] of numbers.entries()) field.writeBigUInt64LE(BigInt(number), 4 + i * 8)
  return field
}

/** Builds the field for the time in UTC, to the second: the format's own time is in the reader's time zone. */
function timeField(at: Date): Buffer {
  const field = Buffer.alloc(9)
  field.writeUInt16LE(0x5455, 0)
  field.writeUInt16LE(5, 2)
  field.writeUInt8(1, 4)
  field.writeInt32LE(Math.floor(at.getTime() / 1000), 5)
  return field
}

/** Returns the time in UTC, in steps of two seconds: the time in the lower half, the day in the upper one. */
function dosTime(at: Date): number {
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return day * 0x1_0000 + time
}

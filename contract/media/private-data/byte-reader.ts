/** A file, in the browser or on the server. */
export interface ByteSource {
  sizeBytes: number
  /** Up to `length` bytes from `offset`; fewer at the file's end. */
  read(offset: number, length: number): Uint8Array | Promise<Uint8Array>
}

/**
 * Size of the window. A small one suffices. Boxes and elements are small, and lie close together or a whole picture
 * apart.
 */
const WINDOW_BYTES = 16 * 1024
/** Size of reads that only search for a pattern. */
const CHUNK_BYTES = 1024 * 1024
/**
 * Maximum number of reads. The boxes, blocks or tags of a day-long film need fewer. Without it, a malicious file could
 * cause any number of reads.
 */
const READS_MAX = 5_000_000

/** Thrown for hidden data that is too large or too scattered to be removed. */
export class TooMuchHiddenDataError extends Error {
  override readonly name = 'TooMuchHiddenDataError'
}

/** Reads bytes, numbers and text from a file, one window at a time. */
export class ByteReader {
  readonly sizeBytes: number
  readonly #source: ByteSource
  #window: Uint8Array = new Uint8Array(0)
  #windowStart = 0
  #reads = 0

  constructor(source: ByteSource) {
    this.#source = source
    this.sizeBytes = source.sizeBytes
  }

  /** Returns up to `length` bytes. @throws {TooMuchHiddenDataError} After `READS_MAX` reads. */
  async bytes(offset: number, length: number): Promise<Uint8Array> {
    if (++this.#reads > READS_MAX) throw new TooMuchHiddenDataError()
    const wanted = Math.max(0, Math.min(length, this.sizeBytes - offset))
    if (wanted > WINDOW_BYTES) return this.#source.read(offset, wanted)
    if (offset < this.#windowStart || offset + wanted > this.#windowStart + this.#window.length) {
      this.#window = await this.#source.read(offset, WINDOW_BYTES)
      this.#windowStart = offset
    }
    return this.#window.subarray(offset - this.#windowStart, offset - this.#windowStart + wanted)
  }

  async view(offset: number, length: number): Promise<DataView> {
    const { buffer, byteOffset, byteLength } = await this.bytes(offset, length)
    return new DataView(buffer, byteOffset, byteLength)
  }

  /** Returns one character per byte, so that positions in the text are positions in the file. */
  async text(offset: number, length: number): Promise<string> {
    return latin1(await this.bytes(offset, length))
  }

  /** Whether the range holds only zeros. */
  async isBlank(offset: number, length: number): Promise<boolean> {
    const end = Math.min(offset + length, this.sizeBytes)
    for (let at = offset; at < end;) {
      const chunk = await this.bytes(at, Math.min(at === offset ? WINDOW_BYTES : CHUNK_BYTES, end - at))
      if (chunk.length === 0) return true
      if (chunk.some((byte) => byte !== 0)) return false
      at += chunk.length
    }
    return true
  }
}

/** Returns bytes in hexadecimal, two digits each. */
export function hex(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const PIECE = 8_192

/** Returns one character per byte. */
export function latin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE))
  return text
}

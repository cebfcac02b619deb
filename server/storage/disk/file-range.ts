import { read } from 'node:fs'
import { Readable, type Writable } from 'node:stream'
import type { ByteRange } from '../storage.ts'
import { openShared, type OpenFile } from './open-files.ts'

/** Size of a large piece. Large pieces take a third of the CPU time of small ones. */
const LARGE_PIECE_BYTES = 1024 * 1024
/** Piece size while there is no room for a large one. */
const SMALL_PIECE_BYTES = 64 * 1024
/** Limit for large pieces of all readers of this process: 32 MiB. */
const LARGE_PIECES_MAX = 32
/** Limit for large pieces that are kept for the next reader: 8 MiB. */
const SPARE_PIECES_MAX = 8

let largePieces = 0
/** The memory of large pieces that have been sent. Getting new memory would take as long as reading the file. */
const sparePieces: Buffer[] = []

/**
 * A range of a file, read piece by piece. Nothing is read ahead. A piece is read once the reader has taken the previous
 * one, so a stalled reader holds one piece. Once stalled readers hold all large pieces, others get small ones.
 */
export class FileRange extends Readable {
  readonly #path: string
  readonly #end: number
  readonly #reply: Writable | undefined
  #position: number
  #file: OpenFile | undefined
  #descriptor: number | undefined
  #isBusy = false
  #whenIdle: (() => void) | undefined
  /** The last piece, if it is a large one. */
  #largePiece: Buffer | undefined

  /**
   * @param reply The reply into which this is piped, if it is the only reader. It requests a piece after it has sent
   *   the previous one, and closes after the last one. Its pieces can therefore share their memory. It has announced
   *   the length of the range, so a file that ends earlier is an error.
   */
  constructor(path: string, { start, end }: ByteRange, reply?: Writable) {
    super({ highWaterMark: 0 })
    this.#path = path
    this.#position = start
    this.#end = end
    this.#reply = reply
  }

  /** Called at first, and whenever a piece has been taken: reads the next piece. */
  override _read(): void {
    const leftBytes = this.#end - this.#position + 1
    if (this.#descriptor === undefined) void this.#open()
    else if (leftBytes <= 0) this.push(null)
    else this.#readPiece(this.#descriptor, leftBytes)
  }

  /** Opens the file. If `_construct` did this, a stream with a high-water mark of 0 would never start. */
  async #open(): Promise<void> {
    this.#isBusy = true
    this.#file = openShared(this.#path)
    try {
      this.#descriptor = await this.#file.descriptor
    } catch (error) {
      return this.#done(error as Error, () => {})
    }
    this.#done(null, () => this._read())
  }

  #readPiece(descriptor: number, leftBytes: number): void {
    const piece = this.#takePiece(leftBytes)
    this.#isBusy = true
    read(descriptor, piece, 0, Math.min(leftBytes, piece.length), this.#position, (error, bytesRead) => {
      this.#position += bytesRead
      const isCutOff = bytesRead === 0 && this.#reply !== undefined
      this.#done(error ?? (isCutOff ? new Error(`The file has ended before byte ${this.#end}`) : null), () =>
        this.push(bytesRead === 0 ? null : piece.subarray(0, bytesRead)),
      )
    })
  }

  #done(error: Error | null, goOn: () => void): void {
    this.#isBusy = false
    this.#whenIdle?.()
    if (this.destroyed) return
    if (error) this.destroy(error)
    else goOn()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    // A piece that is still being read needs its descriptor and its memory.
    const finish = () => {
      if (this.#reply && !this.#reply.closed) this.#reply.once('close', () => this.#giveBack())
      else this.#giveBack()
      this.#file?.release()
      done(error)
    }
    if (this.#isBusy) this.#whenIdle = finish
    else finish()
  }

  /** Returns memory for the next piece: that of the previous one if the reader no longer needs it. */
  #takePiece(leftBytes: number): Buffer {
    if (this.#largePiece && this.#reply) return this.#largePiece
    this.#giveBack()
    if (leftBytes <= SMALL_PIECE_BYTES || largePieces >= LARGE_PIECES_MAX) {
      return Buffer.allocUnsafeSlow(Math.min(leftBytes, SMALL_PIECE_BYTES))
    }
    largePieces++
    this.#largePiece = this.#reply
      ? (sparePieces.pop() ?? Buffer.allocUnsafeSlow(LARGE_PIECE_BYTES))
      : Buffer.allocUnsafeSlow(Math.min(leftBytes, LARGE_PIECE_BYTES))
    return this.#largePiece
  }

  #giveBack(): void {
    if (!this.#largePiece) return
    largePieces--
    if (this.#reply && sparePieces.length < SPARE_PIECES_MAX) sparePieces.push(this.#largePiece)
    this.#largePiece = undefined
  }
}

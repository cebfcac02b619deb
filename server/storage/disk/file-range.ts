import { close, open, read } from 'node:fs'
import { Readable } from 'node:stream'

/** Size of a large piece. Large pieces take a third of the CPU time of small ones. */
const LARGE_PIECE_BYTES = 1024 * 1024
/** Piece size while there is no room for a large one. */
const SMALL_PIECE_BYTES = 64 * 1024
/** Limit for large pieces of all readers of this process: 32 MiB. */
const LARGE_PIECES_MAX = 32

let largePieces = 0

/**
 * A range of a file, read piece by piece. Nothing is read ahead: the next piece is read once the reader has taken the
 * previous one, so that a stalled reader holds one piece. When stalled readers have used up the room for large pieces,
 * others use small ones.
 */
export class FileRange extends Readable {
  readonly #path: string
  readonly #end: number
  #position: number
  #fd: number | undefined
  #isBusy = false
  #whenIdle: (() => void) | undefined
  #holdsLargePiece = false

  /** @param range First and last byte, both included. */
  constructor(path: string, { start, end }: { start: number; end: number }) {
    super({ highWaterMark: 0 })
    this.#path = path
    this.#position = start
    this.#end = end
  }

  /** Called at first, and whenever a piece has been taken: frees its room and reads the next piece. */
  override _read(): void {
    this.#giveRoomBack()
    const leftBytes = this.#end - this.#position + 1
    if (this.#fd === undefined) this.#open()
    else if (leftBytes <= 0) this.push(null)
    else this.#readPiece(this.#fd, Math.min(leftBytes, this.#takeRoom(leftBytes)))
  }

  /**
   * Opens the file here instead of in `_construct`, after which a stream with a high-water mark of 0 would never start.
   */
  #open(): void {
    this.#isBusy = true
    open(this.#path, 'r', (error, fd) => {
      this.#fd = fd
      this.#done(error, () => this._read())
    })
  }

  #readPiece(fd: number, sizeBytes: number): void {
    const piece = Buffer.allocUnsafeSlow(sizeBytes)
    this.#isBusy = true
    read(fd, piece, 0, sizeBytes, this.#position, (error, bytesRead) => {
      this.#position += bytesRead
      this.#done(error, () => this.push(bytesRead === 0 ? null : piece.subarray(0, bytesRead)))
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
    this.#giveRoomBack()
    // The descriptor of a closed file may be reused at once.
    const finish = () => (this.#fd === undefined ? done(error) : close(this.#fd, (failure) => done(error ?? failure)))
    if (this.#isBusy) this.#whenIdle = finish
    else finish()
  }

  /** @returns The size of the next piece. */
  #takeRoom(leftBytes: number): number {
    if (leftBytes <= SMALL_PIECE_BYTES || largePieces >= LARGE_PIECES_MAX) return SMALL_PIECE_BYTES
    largePieces++
    this.#holdsLargePiece = true
    return LARGE_PIECE_BYTES
  }

  #giveRoomBack(): void {
    if (this.#holdsLargePiece) largePieces--
    this.#holdsLargePiece = false
  }
}

import type { Frame } from 'node-av/lib'
import sharp from 'sharp'
import { STORYBOARD_COLUMNS, STORYBOARD_MIN_SECONDS, STORYBOARD_ROWS } from '../../../contract/videos/storyboard.ts'
import { fitEven, paint } from '../decode/frame-filters.ts'
import type { Size } from '../decode/frame-shape.ts'
import type { VideoSource } from '../decode/video-source.ts'

const TILES = STORYBOARD_COLUMNS * STORYBOARD_ROWS
const TILE_LONG_SIDE = 160
const QUALITY = 60
const BYTES_A_PIXEL = 3

/** A sheet of small frames at even intervals of a clip, collected while the clip is decoded for another purpose. */
export class Storyboard {
  readonly #source: VideoSource
  readonly #tile: Size
  readonly #sheet: Buffer
  #frame: Buffer | undefined
  #tilesDone = 0

  /** Creates the storyboard. @returns `undefined` if the clip is too short or its length unknown. */
  static for(source: VideoSource, display: Size): Storyboard | undefined {
    return source.durationSeconds > STORYBOARD_MIN_SECONDS ? new Storyboard(source, display) : undefined
  }

  private constructor(source: VideoSource, display: Size) {
    this.#source = source
    this.#tile = fitEven(display, TILE_LONG_SIDE / Math.max(display.width, display.height))
    this.#sheet = Buffer.alloc(this.#tile.width * this.#tile.height * TILES * BYTES_A_PIXEL)
  }

  /** Adds a frame. @param seconds Time from the start of the clip. */
  add(frame: Frame, seconds: number): void {
    if (seconds < this.#momentOf(this.#tilesDone)) return
    this.#frame = paint(frame, this.#source.video, this.#tile, [['format', 'rgb24']], (shown) => shown.toBuffer())
    while (seconds >= this.#momentOf(this.#tilesDone)) this.#place(this.#frame)
  }

  async write(path: string): Promise<void> {
    // The last frame stays on the screen until the end.
    while (this.#frame && this.#tilesDone < TILES) this.#place(this.#frame)
    const { width, height } = this.#tile
    const raw = {
      width: width * STORYBOARD_COLUMNS,
      height: height * STORYBOARD_ROWS,
      channels: BYTES_A_PIXEL,
    } as const
    await sharp(this.#sheet, { raw }).webp({ quality: QUALITY }).toFile(path)
  }

  #momentOf(tile: number): number {
    return tile < TILES ? ((tile + 0.5) / TILES) * this.#source.durationSeconds : Infinity
  }

  #place(frame: Buffer): void {
    const rowBytes = this.#tile.width * BYTES_A_PIXEL
    const left = (this.#tilesDone % STORYBOARD_COLUMNS) * rowBytes
    const top = Math.floor(this.#tilesDone / STORYBOARD_COLUMNS) * this.#tile.height
    for (let row = 0; row < this.#tile.height; row++) {
      const at = (top + row) * rowBytes * STORYBOARD_COLUMNS + left
      frame.copy(this.#sheet, at, row * rowBytes, (row + 1) * rowBytes)
    }
    this.#tilesDone++
  }
}

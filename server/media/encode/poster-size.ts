import type { Size } from '../decode/frame-shape.ts'

const POSTER_MAX_WIDTH = 720

/** Returns the size of the poster of a clip whose displayed size is `display`. */
export function posterSize(display: Size): Size {
  return shrink(display, POSTER_MAX_WIDTH / display.width)
}

/** Returns the scaled size. No side is larger than the original's or shorter than a pixel. */
export function shrink({ width, height }: Size, scale: number): Size {
  const side = (pixels: number) => Math.max(1, Math.round(pixels * Math.min(1, scale)))
  return { width: side(width), height: side(height) }
}

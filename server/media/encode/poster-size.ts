import type { Size } from '../decode/frame-shape.ts'

const POSTER_MAX_WIDTH = 720

/** The size of the poster of a clip that is shown in the size `display`. */
export function posterSize(display: Size): Size {
  return shrink(display, POSTER_MAX_WIDTH / display.width)
}

/** Never larger than it was, and no side less than a pixel. */
export function shrink({ width, height }: Size, scale: number): Size {
  const side = (pixels: number) => Math.max(1, Math.round(pixels * Math.min(1, scale)))
  return { width: side(width), height: side(height) }
}

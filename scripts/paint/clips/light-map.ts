import type { Rgb, Shader, Size } from './film.ts'

/** Soft light, painted once per frame on a coarse grid and read between its points. */
export class LightMap {
  readonly #width: number
  readonly #height: number
  readonly #spanX: number
  readonly #spanY: number
  readonly #light: Float32Array

  /** @param height Number of rows over the whole height of the picture. */
  constructor(size: Size, height: number, shade: Shader) {
    const half = Math.min(size.width, size.height) / 2
    this.#spanX = size.width / half / 2
    this.#spanY = size.height / half / 2
    this.#height = height
    this.#width = Math.round((height * size.width) / size.height)
    this.#light = new Float32Array(this.#width * height * 3)
    for (let row = 0, at = 0; row < height; row++) {
      const y = this.#spanY * (1 - (2 * row) / (height - 1))
      for (let column = 0; column < this.#width; column++, at += 3) {
        this.#light.set(shade(this.#spanX * ((2 * column) / (this.#width - 1) - 1), y), at)
      }
    }
  }

  at(x: number, y: number): Rgb {
    const column = Math.min(this.#width - 1.001, Math.max(0, ((x / this.#spanX + 1) / 2) * (this.#width - 1)))
    const row = Math.min(this.#height - 1.001, Math.max(0, ((1 - y / this.#spanY) / 2) * (this.#height - 1)))
    const [left, top] = [Math.floor(column), Math.floor(row)]
    const [u, v] = [column - left, row - top]
    const first = (top * this.#width + left) * 3
    const below = first + this.#width * 3
    const value = (channel: number): number => {
      const [a = 0, b = 0] = [this.#light[first + channel], this.#light[first + 3 + channel]]
      const [c = 0, d = 0] = [this.#light[below + channel], this.#light[below + 3 + channel]]
      const high = a + u * (b - a)
      return high + v * (c + u * (d - c) - high)
    }
    return [value(0), value(1), value(2)]
  }
}

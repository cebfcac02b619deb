import { seeded } from './mutations.ts'
import { type ClipKind, writeClip } from './generated-clip.ts'

/** For tests: clips that all look different, each in any number of versions. */

export interface Version extends Pick<ClipKind, 'muxer' | 'codec' | 'width' | 'height' | 'options'> {
  /** Seconds cut off at the beginning. */
  cutSeconds?: number
  /** Factor of the brightness. */
  gain?: number
}

export const VARIED_SECONDS = 5

const [WIDTH, HEIGHT] = [320, 180]
const FRAME_RATE = 15

/** Moving gradients, shapes, grain and letters, determined by a seed. All versions of a clip show the same frames. */
export class VariedClip {
  readonly #scene: Scene
  readonly #frames = new Map<number, Buffer>()

  constructor(seed: number) {
    this.#scene = new Scene(seed)
  }

  write(path: string, version: Version = {}): void {
    const { cutSeconds = 0, gain = 1, ...kind } = version
    writeClip(path, {
      width: 960,
      height: 540,
      frameRate: FRAME_RATE,
      ...kind,
      seconds: VARIED_SECONDS - cutSeconds,
      picture: (time) => {
        const rgb = this.#frameAt(time + cutSeconds)
        return {
          width: WIDTH,
          height: HEIGHT,
          rgb: gain === 1 ? rgb : Buffer.from(rgb.map((light) => Math.min(255, light * gain))),
        }
      },
    })
  }

  #frameAt(time: number): Buffer {
    const index = Math.round(time * FRAME_RATE)
    const rgb = this.#frames.get(index) ?? this.#scene.paint(index / FRAME_RATE, WIDTH, HEIGHT)
    this.#frames.set(index, rgb)
    return rgb
  }
}

interface Shape {
  isRound: boolean
  at: [x: number, y: number]
  /** Fraction of the picture's width per second. */
  speed: [x: number, y: number]
  size: [x: number, y: number]
  light: number
}

interface Letter {
  at: [x: number, y: number]
  /** Seven rows of five points, one bit each. */
  rows: number[]
}

const GRAIN = 24
const LETTER = { width: 0.06, height: 0.15 }

class Scene {
  readonly #wave: { across: number; down: number; speed: number; height: number }[]
  readonly #shapes: Shape[]
  readonly #letters: Letter[]
  readonly #grain: number[]
  readonly #tint: number[]

  constructor(seed: number) {
    const whole = seeded(seed)
    const random = (from = 0, to = 1) => from + ((to - from) * whole(1_000_000)) / 1_000_000
    this.#wave = list(3, () => ({
      across: random(-9, 9),
      down: random(-9, 9),
      speed: random(-1.5, 1.5),
      height: random(15, 45),
    }))
    this.#shapes = list(3 + whole(5), () => ({
      isRound: whole(2) === 0,
      at: [random(), random()],
      speed: [random(-0.15, 0.15), random(-0.15, 0.15)],
      size: [random(0.05, 0.25), random(0.05, 0.25)],
      light: random(-110, 110),
    }))
    const line = random(0.05, 0.8)
    this.#letters = list(4 + whole(8), (index) => ({
      at: [0.08 * index + random(0, 0.02), line],
      rows: list(7, () => whole(32)),
    }))
    this.#grain = list(GRAIN * GRAIN, () => random(-22, 22))
    this.#tint = [random(0.7, 1.2), 1, random(0.7, 1.2)]
  }

  /** Paints the frame at a time in seconds, with three bytes per pixel. */
  paint(time: number, width: number, height: number): Buffer {
    const rgb = Buffer.alloc(width * height * 3)
    for (let row = 0, at = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        const light = this.#lightAt(column / width, row / height, time)
        for (const tint of this.#tint) rgb[at++] = Math.max(0, Math.min(255, light * tint))
      }
    }
    return rgb
  }

  #lightAt(x: number, y: number, time: number): number {
    let light = 120 + this.#grain[Math.floor(y * GRAIN) * GRAIN + Math.floor(x * GRAIN)]!
    for (const { across, down, speed, height } of this.#wave) {
      light += height * Math.sin(across * x + down * y + speed * time)
    }
    for (const shape of this.#shapes) if (covers(shape, x, y, time)) light += shape.light
    return this.#letters.some((letter) => writes(letter, x, y)) ? 245 : light
  }
}

function covers({ isRound, at, speed, size }: Shape, x: number, y: number, time: number): boolean {
  // Shapes that leave on one side return on the other.
  const across = Math.abs(wrap(x - at[0] - speed[0] * time)) / size[0]
  const down = Math.abs(wrap(y - at[1] - speed[1] * time)) / size[1]
  return isRound ? across ** 2 + down ** 2 < 1 : Math.max(across, down) < 1
}

/** Returns the shorter distance on a torus of size 1. */
function wrap(way: number): number {
  return way - Math.round(way)
}

function writes({ at, rows }: Letter, x: number, y: number): boolean {
  const column = Math.floor((5 * (x - at[0])) / LETTER.width)
  const row = Math.floor((7 * (y - at[1])) / LETTER.height)
  return column >= 0 && column < 5 && row >= 0 && row < 7 && ((rows[row]! >> column) & 1) === 1
}

function list<T>(length: number, make: (index: number) => T): T[] {
  return Array.from({ length }, (_, index) => make(index))
}

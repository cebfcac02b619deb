/** Shared by all painters: the frame they paint on, and the film it is developed with. */
export type Rgb = [red: number, green: number, blue: number]
export interface Size {
  width: number
  height: number
}
/** Linear light at a point: the short side spans −1 … 1, y points up. */
export type Shader = (x: number, y: number) => Rgb
export interface Clip extends Size {
  name: string
  seconds: number
  /** Soft pictures are painted smaller and enlarged. */
  detail?: number
  /** Samples along each side of a pixel, for hard edges. */
  samples?: number
  vignette?: number
  /** @param t 0 … 1 over the loop; 1 must look like 0. */
  frame: (t: number, size: Size) => Shader
}

export const turn = (t: number): number => t * 2 * Math.PI
export const mix = (a: number, b: number, k: number): number => a + (b - a) * k
export const clamp = (value: number): number => (value < 0 ? 0 : value > 1 ? 1 : value)
export const smooth = (from: number, to: number, value: number): number => {
  const k = clamp((value - from) / (to - from))
  return k * k * (3 - 2 * k)
}
export const blend = (a: Rgb, b: Rgb, k: number): Rgb => [mix(a[0], b[0], k), mix(a[1], b[1], k), mix(a[2], b[2], k)]
export const add = (a: Rgb, b: Rgb, k = 1): Rgb => [a[0] + b[0] * k, a[1] + b[1] * k, a[2] + b[2] * k]
export const times = (a: Rgb, k: number): Rgb => [a[0] * k, a[1] * k, a[2] * k]

const CURVE_STEPS = 4096
const LIGHT_MAX = 12
/** Light to sRGB code values: a filmic curve (Narkowicz's fit of ACES), tabulated over the root of light. */
const curve = Float32Array.from({ length: CURVE_STEPS + 1 }, (_, index) => {
  const light = LIGHT_MAX * (index / CURVE_STEPS) ** 2 * 0.8
  const shown = clamp((light * (2.51 * light + 0.03)) / (light * (2.43 * light + 0.59) + 0.14))
  return 255 * (shown <= 0.0031308 ? 12.92 * shown : 1.055 * shown ** (1 / 2.4) - 0.055)
})
const bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

const exposed = (light: number, threshold: number): number =>
  (curve[Math.min(CURVE_STEPS, Math.sqrt(Math.max(0, light) / LIGHT_MAX) * CURVE_STEPS) | 0] ?? 255) + threshold

/** Paints one frame as packed RGB. */
export function develop(clip: Clip, t: number, size: Size): Buffer {
  const { width, height } = size
  const shade = clip.frame(t, size)
  const rgb = Buffer.alloc(width * height * 3)
  const samples = clip.samples ?? 1
  const half = Math.min(width, height) / 2
  const falloff = (clip.vignette ?? 0.28) / (width * width + height * height)
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at += 3) {
      let [red, green, blue] = [0, 0, 0]
      for (let index = 0; index < samples * samples; index++) {
        const px = column + ((index % samples) + 0.5) / samples - width / 2
        const py = height / 2 - row - (((index / samples) | 0) + 0.5) / samples
        const light = shade(px / half, py / half)
        red += light[0]
        green += light[1]
        blue += light[2]
      }
      const dx = column - width / 2
      const dy = row - height / 2
      const gain = (1 - falloff * 4 * (dx * dx + dy * dy)) / (samples * samples)
      const threshold = ((bayer[(row & 3) * 4 + (column & 3)] ?? 0) + 0.5) / 16
      rgb[at] = Math.min(255, exposed(red * gain, threshold))
      rgb[at + 1] = Math.min(255, exposed(green * gain, threshold))
      rgb[at + 2] = Math.min(255, exposed(blue * gain, threshold))
    }
  }
  return rgb
}

import { add, type Clip, mix, type Rgb, smooth, times, turn } from './film.ts'
import { LightMap } from './light-map.ts'
import { chance, loopFbm, loopNoise } from './noise.ts'

const SHORE = -0.92
const LAYERS = 18

const ridge = (x: number, seed: number, height: number): number =>
  SHORE + height * (0.62 + loopFbm(x * 1.3 + seed, seed * 3.7, 0, 6) * 1.25 + 0.4 * Math.sin(x * 1.1 + seed))

function star(x: number, y: number, t: number): number {
  const [cx, cy] = [Math.floor(x * 26), Math.floor(y * 26)]
  const luck = chance(cx, cy, 1)
  if (luck < 0.8) return 0
  const dx = x * 26 - cx - 0.2 - 0.6 * chance(cx, cy, 2)
  const dy = y * 26 - cy - 0.2 - 0.6 * chance(cx, cy, 3)
  const twinkle = 0.7 + 0.3 * Math.sin(turn(t * (1 + (Math.floor(luck * 30) % 3)) + chance(cx, cy, 4)))
  return Math.pow((luck - 0.8) * 5, 3) * 1.5 * twinkle * Math.exp(-110 * (dx * dx + dy * dy))
}

/** Curtains of light seen from below, through a few sheets at growing heights, over a range and the lake before it. */
export const aurora: Clip = {
  name: 'aurora',
  width: 540,
  height: 960,
  seconds: 5,
  detail: 0.7,
  frame: (t, size) => {
    const curtains = new LightMap(size, 120, (x, y): Rgb => {
      if (y < SHORE) return [0, 0, 0]
      const rise = (y - SHORE) * 0.42 + 0.1
      let light: Rgb = [0, 0, 0]
      for (let layer = 0; layer < LAYERS; layer++) {
        const k = layer / LAYERS
        const far = (1 + 0.75 * k) / rise
        const [sx, sz] = [x * far * 0.42, far * 0.42]
        const bend = loopNoise(sx * 0.7 + 3, sz * 0.7, t, 2)
        const band = loopNoise(sx * 0.9 + 1.3 * bend, sz * 1.5 + 0.9 * bend + 4, t, 2)
        const strength = Math.pow(Math.max(0, 1 - Math.abs(band - 0.05) * 5.5), 2) * smooth(5.5, 1.2, sz)
        const fade = Math.pow(1 - k, 1.6)
        light = add(light, [mix(0.1, 0.62, k), mix(1, 0.12, k), mix(0.42, 0.72, k)], strength * fade * 0.28)
      }
      return light
    })
    const scene = (x: number, y: number): Rgb => {
      const glow = curtains.at(x, y)
      const height = y - SHORE
      let sky: Rgb = [
        0.006 + 0.03 * Math.exp(-1.6 * height),
        0.014 + 0.05 * Math.exp(-1.5 * height),
        0.04 + 0.07 * Math.exp(-height),
      ]
      sky = add(add(sky, glow), [0.9, 0.95, 1], star(x, y, t))
      for (let range = 0; range < 3; range++) {
        const top = ridge(x + range * 5, 2.3 + range * 7, 0.62 - range * 0.17)
        if (y > top) continue
        const near = (range + 1) / 3
        const haze = 0.3 + 1.3 * Math.exp(-3.4 * (y - SHORE))
        const rim = smooth(0.05, 0, top - y) * 0.07 * (1.3 - near)
        sky = add(
          [0.01 * haze * (1.4 - near), 0.022 * haze * (1.4 - near), 0.042 * haze * (1.4 - near)],
          curtains.at(x, top + 0.3),
          rim,
        )
      }
      return sky
    }
    return (x, y): Rgb => {
      if (y >= SHORE) return scene(x, y)
      const depth = SHORE - y
      const far = 1 / (depth + 0.05)
      const ripple = loopNoise(x * 3 * Math.sqrt(far), far * 7, t, 3) * 0.09 * Math.sqrt(depth)
      const mirrored = scene(x + ripple * 0.5, Math.max(SHORE, SHORE + depth * 1.15 + ripple * 2))
      return add(times(mirrored, 0.62), [0.003, 0.007, 0.012])
    }
  },
}

import { add, type Clip, mix, type Rgb, type Size, times, turn } from './film.ts'
import { LightMap } from './light-map.ts'
import { chance, loopFbm } from './noise.ts'

const STARS = 52_000
const WIND = 2.7

/** Each star drifts through its arm and fades before it would have to jump back; the arms stay. */
const stars = Array.from({ length: STARS }, (_, index) => {
  const radius = 0.03 + 0.95 * Math.pow(chance(index, 1), 0.75)
  const spread = chance(index, 2) + chance(index, 3) + chance(index, 4) - 1.5
  const isLoose = chance(index, 5) < 0.22
  const arm = index % 2 ? Math.PI : 0
  return {
    radius,
    angle: isLoose
      ? chance(index, 6) * 2 * Math.PI
      : arm + WIND * Math.log(radius + 0.08) + spread * mix(1.1, 0.62, radius),
    speed: 0.34 / (radius + 0.16),
    phase: chance(index, 7),
    height: (chance(index, 8) - 0.5) * 0.05,
    light: 0.012 + 0.5 * chance(index, 9) ** 40 + 0.06 * chance(index, 10) ** 6,
    warmth: chance(index, 11),
  }
})

function splat(t: number, { width, height }: Size, tilt: number): Float32Array {
  const light = new Float32Array(width * height * 3)
  const half = Math.min(width, height) / 2
  for (const star of stars) {
    const life = (star.phase + t) % 1
    const angle = star.angle + star.speed * (life - 0.5)
    const px = half * (1 + 1.02 * star.radius * Math.cos(angle))
    const py = half * (1 - 1.02 * (star.radius * Math.sin(angle) * Math.sin(tilt) + star.height * Math.cos(tilt)))
    const strength = star.light * Math.sin(Math.PI * life) ** 2 * (width / 720) ** 2 * 1.6
    const core = Math.exp(-star.radius * 4)
    const [red, green, blue] = [mix(0.5, 1.5, core) + 0.5 * star.warmth ** 6, mix(0.68, 1, core), mix(1.25, 0.55, core)]
    const [left, top] = [Math.floor(px - 0.5), Math.floor(py - 0.5)]
    for (let corner = 0; corner < 4; corner++) {
      const [column, row] = [left + (corner & 1), top + (corner >> 1)]
      if (column < 0 || row < 0 || column >= width || row >= height) continue
      const weight = (1 - Math.abs(px - 0.5 - column)) * (1 - Math.abs(py - 0.5 - row)) * strength
      const at = (row * width + column) * 3
      light[at] = (light[at] ?? 0) + red * weight
      light[at + 1] = (light[at + 1] ?? 0) + green * weight
      light[at + 2] = (light[at + 2] ?? 0) + blue * weight
    }
  }
  return light
}

export const galaxy: Clip = {
  name: 'galaxy',
  width: 720,
  height: 720,
  seconds: 5,
  frame: (t, size) => {
    const tilt = 0.82 + 0.06 * Math.sin(turn(t))
    const light = splat(t, size, tilt)
    const gas = new LightMap(size, 140, (x, py): Rgb => {
      const y = py / Math.sin(tilt)
      const radius = Math.hypot(x, y)
      const twist = WIND * Math.log(radius + 0.08)
      const wave = Math.atan2(y, x) - twist
      const [u, v] = [radius * 5 * Math.cos(wave), radius * 5 * Math.sin(wave)]
      const cloud = 0.5 + loopFbm(u, v, t, 4, 2)
      const arm = Math.pow(0.5 + 0.5 * Math.cos(2 * wave), 2)
      // Dust lies along the inner edge of each arm and takes the light away.
      const dust =
        Math.pow(0.5 + 0.5 * Math.cos(2 * (wave - 0.75)), 5) * Math.max(0, 0.3 + cloud) * Math.min(1, radius * 3)
      const fade = Math.exp(-radius * 3.1)
      let glow: Rgb = times([0.1, 0.16, 0.42], arm * cloud * fade * 2.4)
      glow = add(glow, [0.62, 0.08, 0.26], arm * Math.max(0, cloud - 0.52) * fade * 4.5 * Math.min(1, radius * 2.5))
      glow = add(glow, [1.35, 0.86, 0.46], 1.6 * Math.exp(-radius * radius * 55) + 0.32 * Math.exp(-radius * 5.5))
      return times(glow, 1 - 0.75 * Math.min(1, dust))
    })
    const half = Math.min(size.width, size.height) / 2
    return (x, y): Rgb => {
      const at = (Math.floor(half - y * half) * size.width + Math.floor(x * half + half)) * 3
      const glow = gas.at(x, y)
      return [
        0.006 + glow[0] + (light[at] ?? 0) * 6,
        0.008 + glow[1] + (light[at + 1] ?? 0) * 6,
        0.02 + glow[2] + (light[at + 2] ?? 0) * 6,
      ]
    }
  },
}

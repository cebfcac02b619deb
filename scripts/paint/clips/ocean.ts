import { add, blend, type Clip, mix, type Rgb, smooth, turn } from './film.ts'
import { LightMap } from './light-map.ts'
import { chance, loopFbm, loopNoise } from './noise.ts'

const HORIZON = 0.16
const SUN_X = 0.32
const SUN_Y = 0.235

/** Long swell first; each has a whole number of periods in the loop, near what deep water would give it. */
const waves = Array.from({ length: 13 }, (_, index) => {
  const frequency = 0.55 * 1.38 ** index
  const heading = 1.57 + (chance(index, 7) - 0.5) * 1.7
  return {
    kx: frequency * Math.cos(heading),
    kz: frequency * Math.sin(heading),
    cycles: Math.max(1, Math.round(1.9 * Math.sqrt(frequency))),
    steepness: 0.105 / (1 + index * 0.12),
    phase: chance(index, 9),
    frequency,
  }
})

/** The sea after sunset light: slopes of many waves, mirroring a painted sky. */
export const ocean: Clip = {
  name: 'ocean',
  width: 960,
  height: 540,
  seconds: 6,
  detail: 0.75,
  frame: (t, size) => {
    const clouds = new LightMap(size, 120, (x, y) => {
      const height = Math.max(0.02, y - HORIZON)
      const veil = loopFbm(x * 0.8 + 3 + 0.12 * Math.sin(turn(t)), 2.4 * Math.sqrt(height) * 3 + x * 0.2, t, 4, 1)
      return [smooth(-0.05, 0.45, veil) * smooth(0, 0.2, height), 0, 0]
    })
    const sky = (x: number, y: number): Rgb => {
      const height = Math.max(0, y - HORIZON)
      const near = Math.exp(-1.5 * ((x - SUN_X) * (x - SUN_X) * 0.55 + height * height))
      let light = blend([0.95, 0.36, 0.14], [0.3, 0.15, 0.22], 1 - Math.exp(-3.4 * height))
      light = blend(light, [0.045, 0.07, 0.17], 1 - Math.exp(-1.5 * height))
      light = add(light, [0.75, 0.3, 0.08], near * Math.exp(-3 * height))
      const cloud = clouds.at(x, Math.max(HORIZON, y))[0]
      const lit = blend([0.1, 0.07, 0.13], [1.2, 0.42, 0.2], Math.exp(-2.2 * height) * (0.3 + 0.7 * near))
      return blend(light, lit, cloud * 0.62)
    }
    return (x, y): Rgb => {
      if (y > HORIZON) {
        const distance = Math.hypot(x - SUN_X, y - SUN_Y)
        const light = add(sky(x, y), [5, 2.5, 0.9], smooth(0.078, 0.07, distance))
        return add(light, [1, 0.4, 0.12], 0.55 * Math.exp(-6 * distance))
      }
      const depth = HORIZON - y + 0.004
      const z = 1.15 / depth
      const wx = x * z * 0.72
      let [slopeX, slopeZ] = [0, 0]
      for (const wave of waves) {
        // Details finer than a pixel would only flicker.
        const seen = Math.exp(-Math.pow(wave.frequency * z * z * 0.0013, 2))
        if (seen < 0.02) continue
        const phase = wave.kx * wx + wave.kz * z + turn(wave.cycles * t + wave.phase)
        const crest = Math.cos(phase) * (1 + 0.45 * Math.sin(phase)) * wave.steepness * seen
        slopeX += (crest * wave.kx) / wave.frequency
        slopeZ += (crest * wave.kz) / wave.frequency
      }
      const chop = Math.exp(-z * 0.09)
      slopeX += 0.13 * chop * loopNoise(wx * 3.1, z * 4.2, t, 5)
      slopeZ += 0.13 * chop * loopNoise(wx * 3.1 + 40, z * 4.2, t, 5)
      const grazing = depth / Math.sqrt(depth * depth + 1)
      const facing = Math.max(0.02, grazing + slopeZ * 0.9)
      const mirror = 0.03 + 0.97 * Math.pow(1 - Math.min(1, facing), 4.2)
      const up = HORIZON + Math.abs(depth + slopeZ * 1.6) * 1.1
      const across = x + slopeX * 1.5
      const deep: Rgb = [0.008, 0.024, 0.042]
      let light = blend(deep, sky(across, up), mirror)
      const glitter = Math.exp(-Math.pow((across - SUN_X) * 4.2, 2) - Math.pow((up - SUN_Y) * mix(3.2, 5, chop), 2))
      light = add(light, [2.6, 1.15, 0.42], Math.pow(glitter, 1.6) * 1.1)
      return blend(light, sky(x, HORIZON), Math.exp(-depth * 26) * 0.5)
    }
  },
}

import { add, blend, type Clip, type Rgb, type Size, smooth, times, turn } from './film.ts'
import { LightMap } from './light-map.ts'
import { loopFbm, loopNoise } from './noise.ts'

const CREST = 0.62

/** Asymmetric ridges: a long slope to windward, a short steep one to lee, as sand lies. */
function ground(x: number, z: number): number {
  const bend = 1.1 * loopNoise(x * 0.22 + 3, z * 0.2, 0) + 0.35 * loopNoise(x * 0.6, z * 0.5 + 9, 0)
  const across = z * 0.3 + x * 0.16 + bend
  const k = across - Math.floor(across)
  const ridge = k < 0.72 ? smooth(-0.1, 0.78, k) : 1 - smooth(0.66, 1.05, k)
  const tall = 0.55 + 0.45 * loopNoise(x * 0.17 + 20, z * 0.15, 0)
  return CREST * ridge * tall + 0.3 * loopNoise(x * 0.12, z * 0.12 + 5, 0)
}

interface Seen {
  x: number
  z: number
  height: number
  slopeX: number
  slopeZ: number
}

function look(px: number, py: number): Seen | null {
  const slope = (py - 0.3) * 0.5
  let previous = 1.2
  for (let z = 1.2; z < 34; z *= 1.018) {
    const height = ground(px * z * 0.5, z)
    if (1.25 + slope * z > height) {
      previous = z
      continue
    }
    let [near, far] = [previous, z]
    for (let step = 0; step < 8; step++) {
      const middle = (near + far) / 2
      if (1.25 + slope * middle > ground(px * middle * 0.5, middle)) near = middle
      else far = middle
    }
    const x = px * far * 0.5
    const e = 0.012 + far * 0.004
    const here = ground(x, far)
    return { x, z: far, height: here, slopeX: (ground(x + e, far) - here) / e, slopeZ: (ground(x, far + e) - here) / e }
  }
  return null
}

/** The camera does not move, so visible points are computed once and only the light changes. */
const seen: (Seen | null | undefined)[] = []
let seenSize = 0

export const dunes: Clip = {
  name: 'dunes',
  width: 960,
  height: 540,
  seconds: 6,
  detail: 0.75,
  frame: (t, size: Size) => {
    if (seenSize !== size.width) seen.length = 0
    seenSize = size.width
    const half = Math.min(size.width, size.height) / 2
    const at = (x: number, y: number): Seen | null => {
      const column = Math.min(size.width - 1, Math.max(0, Math.floor(x * half + size.width / 2)))
      const row = Math.min(size.height - 1, Math.max(0, Math.floor(size.height / 2 - y * half)))
      const place = row * size.width + column
      let spot = seen[place]
      if (spot === undefined) spot = seen[place] = look(x, y)
      return spot
    }
    const angle = turn(t)
    const [sx, sy, sz] = [0.9 + 0.05 * Math.cos(angle), 0.27 + 0.07 * Math.sin(angle), 0.38 + 0.12 * Math.cos(angle)]
    const shadows = new LightMap(size, 150, (px, py) => {
      const spot = at(px, py)
      if (!spot) return [1, 0, 0]
      let open = 1
      for (let way = 0.05; way < 3.4; way *= 1.32) {
        const gap = spot.height + sy * way - ground(spot.x + sx * way, spot.z + sz * way) + 0.012
        open = Math.min(open, 0.5 + (gap * 9) / (way + 0.25))
      }
      return [smooth(0, 1, open), 0, 0]
    })
    const sky = (x: number, y: number): Rgb => {
      const height = Math.max(0, y - 0.28)
      const warm = Math.exp(-0.5 * (x - 1.9) * (x - 1.9))
      const low = blend([0.55, 0.3, 0.27], [1.15, 0.5, 0.2], warm)
      const light = blend(low, [0.13, 0.16, 0.3], 1 - Math.exp(-2.2 * height))
      return add(
        light,
        [0.3, 0.12, 0.08],
        smooth(0.1, 0.5, loopFbm(x * 0.7 + 0.1 * Math.sin(angle), y * 3.4, t, 4, 1)) * 0.7,
      )
    }
    return (px, py): Rgb => {
      const spot = at(px, py)
      if (!spot) return sky(px, py)
      const { x, z } = spot
      const fine = Math.exp(-z * 0.2)
      const ripple = Math.cos(z * 26 + x * 9 + 5 * loopNoise(x * 1.2, z * 1.2, 0)) * 0.16 * fine
      const [nx, nz] = [-spot.slopeX + ripple * 0.4, -spot.slopeZ + ripple]
      const sun = Math.max(0, (nx * sx + sy * 1.25 + nz * sz) / Math.sqrt(nx * nx + nz * nz + 1))
      const cloud = smooth(
        -0.35,
        0.3,
        loopNoise(x * 0.2 + 0.6 * Math.cos(angle), z * 0.2 + 0.6 * Math.sin(angle), 0) + 0.1,
      )
      const lit = shadows.at(px, py)[0] * (0.4 + 0.6 * cloud)
      let light: Rgb = add(times([1.2, 0.47, 0.17], sun * lit * 1.25), times([0.075, 0.05, 0.12], 0.7 + nx * -0.3))
      const blown = smooth(0.1, 0.7, loopNoise(x * 0.9 - z * 0.2, z * 0.5, t, 4)) * smooth(0.25, 0.6, spot.height)
      light = add(light, [0.3, 0.15, 0.08], blown * 0.45)
      return blend(light, sky(px, 0.3), 1 - Math.exp(-Math.pow(z * 0.045, 1.5)))
    }
  },
}

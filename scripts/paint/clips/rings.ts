import { add, blend, type Clip, type Rgb, smooth, times, turn } from './film.ts'
import { chance, loopFbm, loopNoise } from './noise.ts'

const LIGHT = { x: -0.78, y: 0.34, z: -0.53 }
const RADIUS = 0.62
const [INNER, OUTER] = [0.82, 1.62]

const grain = (radius: number): number => {
  const wide = 0.5 + 0.6 * loopNoise(radius * 7, 3.5, 0) + 0.3 * loopNoise(radius * 23, 8.5, 0)
  const fine = 0.8 + 0.45 * loopNoise(radius * 75, 5.5, 0)
  const gap = smooth(0.012, 0.028, Math.abs(radius - 1.33)) * smooth(0.004, 0.012, Math.abs(radius - 1.53))
  return (
    Math.max(0, Math.min(1, wide * fine * 1.25 + 0.16)) * gap * smooth(INNER, 0.9, radius) * smooth(OUTER, 1.58, radius)
  )
}
/** The rings never change, so their thousand radii are worked out once. */
const table = Float32Array.from({ length: 4096 }, (_, index) => grain(INNER + ((OUTER - INNER) * index) / 4096))
const ringAt = (radius: number): number => table[(((radius - INNER) / (OUTER - INNER)) * 4096) | 0] ?? 0

/** A ringed giant: the planet's shadow lies on the rings, and theirs on the planet. */
export const rings: Clip = {
  name: 'rings',
  width: 1120,
  height: 480,
  seconds: 5,
  samples: 2,
  detail: 0.55,
  vignette: 0.35,
  frame: (t) => {
    const angle = turn(t)
    const tilt = 0.3 + 0.075 * Math.sin(angle)
    const roll = -0.2 + 0.02 * Math.cos(angle)
    const [ct, st, cr, sr] = [Math.cos(tilt), Math.sin(tilt), Math.cos(roll), Math.sin(roll)]
    // The light, as the tilted planet sees it.
    const lx = LIGHT.x * cr + LIGHT.y * sr
    const l1 = LIGHT.y * cr - LIGHT.x * sr
    const ly = l1 * ct - LIGHT.z * st
    const lz = l1 * st + LIGHT.z * ct
    const globe = (nx: number, ny: number, nz: number, facing: number): Rgb => {
      const latitude = Math.asin(Math.max(-1, Math.min(1, ny)))
      // Six like parts round the globe: after a sixth of a turn it looks as it did.
      const longitude = ((Math.atan2(nx, -nz) / (2 * Math.PI) + t / 6) * 6 + Math.sin(latitude * 9)) * 3
      const swirl = loopNoise(longitude, latitude * 7, 0, 1, 3) + 0.5 * loopNoise(longitude * 2, latitude * 17, 0, 1, 6)
      const bent = latitude + 0.035 * swirl
      const band = 0.5 + 0.5 * Math.sin(bent * 17 + 2.2 * Math.sin(bent * 6)) * 0.7 + 0.5 * loopNoise(bent * 26, 1.5, 0)
      let light = blend([0.5, 0.25, 0.13], [0.95, 0.72, 0.47], Math.max(0, Math.min(1, band)))
      light = blend(light, [0.34, 0.36, 0.42], smooth(0.75, 1.4, Math.abs(latitude)) * 0.7)
      const sun = nx * lx + ny * ly + nz * lz
      let day = Math.pow(Math.max(0, sun + 0.04), 0.8)
      const way = ly === 0 ? 0 : (-ny * RADIUS) / ly
      if (way > 0) day *= 1 - 0.82 * ringAt(Math.hypot(nx * RADIUS + lx * way, nz * RADIUS + lz * way))
      const air = Math.pow(1 - facing, 3)
      return add(times(light, day * 1.25), [0.5, 0.42, 0.4], air * Math.max(0, sun + 0.15) * 0.8)
    }
    return (px, py): Rgb => {
      const x0 = px - 0.22
      const x = x0 * cr + py * sr
      const y = py * cr - x0 * sr
      const [cx, cy] = [Math.floor(px * 34), Math.floor(py * 34)]
      const luck = chance(cx, cy, 5)
      const dust = Math.max(0, loopFbm(px * 0.8, py * 1.3 + px * 0.4, 0, 2) + 0.12)
      let light: Rgb = [0.006 + 0.03 * dust, 0.008 + 0.022 * dust, 0.016 + 0.035 * dust]
      if (luck > 0.86) {
        const [dx, dy] = [px * 34 - cx - 0.5, py * 34 - cy - 0.5]
        const shine = 0.75 + 0.25 * Math.sin(angle + luck * 900)
        light = add(light, [0.9, 0.92, 1], ((luck - 0.86) * 7) ** 3 * 1.4 * shine * Math.exp(-90 * (dx * dx + dy * dy)))
      }
      const squared = x * x + y * y
      const hit = squared < RADIUS * RADIUS
      const depth = hit ? Math.sqrt(RADIUS * RADIUS - squared) : 0
      if (hit) light = globe(x / RADIUS, (y * ct + depth * st) / RADIUS, (y * st - depth * ct) / RADIUS, depth / RADIUS)
      // The ring plane, seen along the line of sight.
      const along = y / st
      const radius = Math.hypot(x, along)
      if (radius <= INNER || radius >= OUTER || (hit && along > 0)) return light
      const cover = ringAt(radius)
      const toward = x * lx + along * lz
      const aside = Math.sqrt(Math.max(0, radius * radius - toward * toward))
      const shadow = toward < 0 ? smooth(RADIUS * 0.97, RADIUS * 1.03, aside) : 1
      const dustColour = blend([0.62, 0.47, 0.34], [0.98, 0.86, 0.7], cover)
      return blend(light, times(dustColour, (0.95 * cover + 0.1) * (0.02 + 0.98 * shadow)), Math.min(1, cover * 1.2))
    }
  },
}

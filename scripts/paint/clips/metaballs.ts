import { add, blend, type Clip, type Rgb, times, turn } from './film.ts'

const BALLS = 6
const SHARPNESS = 5.5

/** Soft bodies that melt into one another, marched with a few steps, warm from behind. */
export const metaballs: Clip = {
  name: 'metaballs',
  width: 960,
  height: 540,
  seconds: 5,
  detail: 0.42,
  frame: (t) => {
    const angle = turn(t)
    const balls = Array.from({ length: BALLS }, (_, index) => ({
      x: 1.05 * Math.sin(angle + index * 2.4) * (0.55 + 0.12 * index) * 0.9,
      y: 0.42 * Math.sin((index % 2 ? 1 : -1) * angle + index * 1.7),
      z: 0.5 * Math.cos(angle + index * 2.4),
      radius: 0.26 + 0.07 * ((index * 5) % 4),
    }))
    const distance = (x: number, y: number, z: number): number => {
      let sum = 0
      for (const ball of balls) {
        const [dx, dy, dz] = [x - ball.x, y - ball.y, z - ball.z]
        sum += Math.exp(-SHARPNESS * (Math.sqrt(dx * dx + dy * dy + dz * dz) - ball.radius))
      }
      return -Math.log(sum) / SHARPNESS
    }
    return (px, py): Rgb => {
      const inverse = 1 / Math.sqrt(px * px + py * py + 9)
      const [rx, ry, rz] = [px * inverse, py * inverse, 3 * inverse]
      const spread = px * px * 0.35 + (py - 0.2) * (py - 0.2)
      let backdrop: Rgb = blend([0.32, 0.1, 0.085], [0.018, 0.012, 0.035], Math.min(1, Math.sqrt(spread) * 0.85))
      let way = 2.1
      let nearest = 9
      for (let step = 0; step < 30 && way < 4.6; step++) {
        const d = distance(rx * way, ry * way, rz * way - 3.2)
        nearest = Math.min(nearest, d)
        if (d < 0.004) break
        way += d * 0.95
      }
      backdrop = add(backdrop, [0.5, 0.16, 0.08], 0.35 * Math.exp(-7 * Math.max(0, nearest)))
      if (nearest > 0.008) return backdrop
      const [x, y, z] = [rx * way, ry * way, rz * way - 3.2]
      const e = 0.02
      const here = distance(x, y, z)
      const [gx, gy, gz] = [distance(x + e, y, z) - here, distance(x, y + e, z) - here, distance(x, y, z + e) - here]
      const length = 1 / Math.sqrt(gx * gx + gy * gy + gz * gz)
      const [nx, ny, nz] = [gx * length, gy * length, gz * length]
      const key = Math.max(0, -0.5 * nx + 0.66 * ny - 0.56 * nz)
      const facing = Math.max(0, -(nx * rx + ny * ry + nz * rz))
      const rim = Math.pow(1 - facing, 2.6)
      const gloss = Math.pow(Math.max(0, -0.38 * nx + 0.55 * ny - 0.74 * nz), 60)
      // Light that came through: the thinner the body along the light, the warmer.
      const through = Math.max(0, Math.min(1, 0.5 + distance(x - 0.25 * nx + 0.2, y - 0.25 * ny + 0.25, z + 0.2) * 1.6))
      const skin = blend([0.1, 0.025, 0.12], [0.7, 0.15, 0.1], 0.25 + 0.75 * key)
      let light = times(skin, 0.16 + 0.85 * key)
      light = add(light, [0.75, 0.16, 0.07], 0.5 * through)
      light = add(light, [1.5, 0.66, 0.28], rim * (0.25 + 0.65 * Math.max(0, 0.4 + 0.6 * ny + 0.5 * nx)))
      return add(light, [1, 0.9, 0.8], 0.7 * gloss)
    }
  },
}

import { add, blend, type Clip, type Rgb, smooth, times, turn } from './film.ts'

const PETALS = 14
const GROWTH = 1.27
const RINGS = 15

/** A dahlia that never stops opening: each ring grows into the place of the next but one, which is turned alike. */
export const petals: Clip = {
  name: 'petals',
  width: 720,
  height: 720,
  seconds: 6,
  samples: 2,
  frame: (t) => {
    const sway = 0.05 * Math.sin(turn(t))
    return (x, y): Rgb => {
      const radius = Math.hypot(x, y) + 1e-6
      const angle = Math.atan2(y, x) + sway + 0.06 * Math.sin(turn(t) - radius * 2)
      // Rings on top are the small ones, so the first ring that covers the point is visible.
      let shade = 1
      for (let ring = 0; ring < RINGS; ring++) {
        const grown = ring + 2 * t
        const tip = 0.062 * GROWTH ** grown
        const sector = (angle / (2 * Math.PI)) * PETALS + (ring % 2) * 0.5
        const across = (sector - Math.floor(sector) - 0.5) * 2
        const width = Math.abs(across)
        const edge = tip * (1 - 0.36 * Math.pow(width, 2.4) - 0.06 * Math.pow(1 - width, 6) * -1)
        const inside = (edge - radius) / tip
        if (inside < 0) {
          shade *= 1 - 0.62 * Math.exp(inside * 7) * smooth(0, 0.25, radius)
          continue
        }
        const age = Math.min(1, Math.max(0, grown / RINGS))
        const along = Math.min(1, inside * 2.4)
        const heart = blend([1.0, 0.5, 0.13], [0.86, 0.11, 0.12], smooth(0.05, 0.42, age))
        const outer = blend(heart, [0.3, 0.028, 0.17], smooth(0.4, 0.95, age))
        const tipped = blend(add(outer, [0.62, 0.34, 0.26], 0.62), outer, Math.pow(along, 0.55))
        const vein = 1 - 0.1 * Math.pow(Math.abs(Math.sin(across * 9)), 6) * (1 - along)
        const cup = 0.5 + 0.5 * Math.cos(across * 2.3)
        const light = (0.28 + 0.72 * cup) * vein * (1 - 0.55 * along * along)
        const sun = 0.85 + 0.3 * Math.sin(angle + 0.8)
        return times(tipped, light * shade * sun * 1.15)
      }
      return [0.02, 0.004, 0.014]
    }
  },
}

import { clamp, type Clip, mix, type Rgb, smooth, turn } from './film.ts'
import { loopFbm } from './noise.ts'

/** Two inks sinking through lit water: warped noise for their density, absorption for their colour. */
export const ink: Clip = {
  name: 'ink',
  width: 540,
  height: 960,
  seconds: 5,
  detail: 0.4,
  frame: (t) => {
    const driftX = 0.16 * Math.cos(turn(t))
    const driftY = 0.16 * Math.sin(turn(t))
    return (px, py): Rgb => {
      const x = px * 0.62 + driftX * 0.4
      const y = py * 0.52 + driftY * 0.6
      const qx = loopFbm(x, y, t, 2, 2)
      const qy = loopFbm(x + 5.2, y + 1.3, t, 2, 2)
      const rx = loopFbm(x + 2.4 * qx + 1.7, y + 2.4 * qy + 9.2, t, 3, 2)
      const ry = loopFbm(x + 2.4 * qx + 8.3, y + 2.4 * qy + 2.8, t, 3, 2)
      const f = loopFbm(x + 2.6 * rx, y + 2.6 * ry, t, 4, 2)
      // The inks were let in above, and thin out on their way down.
      const fall = smooth(-2.3, 1.3, py + 1.5 * qy - 0.5 * Math.abs(px + qx))
      const body = smooth(-0.3, 0.5, f + 0.55 * fall - 0.32)
      const indigo = 3.4 * body * body * fall + 1.6 * smooth(0.05, 0.45, rx) * fall
      const coral = 3.6 * smooth(0.02, 0.5, ry + 0.25 * f) * smooth(-2, 0.1, py + rx * 2) * (1 - 0.5 * body)
      const glow = mix(0.7, 1.5, clamp(0.5 + py * 0.18 + 0.25 * px))
      return [
        glow * 0.98 * Math.exp(-1.3 * indigo - 0.12 * coral),
        glow * 0.93 * Math.exp(-1.0 * indigo - 1.15 * coral),
        glow * 0.84 * Math.exp(-0.5 * indigo - 1.0 * coral),
      ]
    }
  },
}

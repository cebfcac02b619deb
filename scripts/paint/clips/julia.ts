import { type Clip, type Rgb, turn } from './film.ts'

const ITERATIONS = 64

/** A Julia set whose constant walks a small circle, coloured by how near each orbit came to a point and to an axis. */
export const julia: Clip = {
  name: 'julia',
  width: 800,
  height: 600,
  seconds: 5,
  detail: 0.8,
  samples: 2,
  frame: (t) => {
    const angle = turn(t)
    const cx = -0.782 + 0.022 * Math.cos(angle)
    const cy = 0.146 + 0.022 * Math.sin(angle)
    const [cos, sin] = [Math.cos(0.5 + 0.05 * Math.sin(angle)), Math.sin(0.5 + 0.05 * Math.sin(angle))]
    return (px, py): Rgb => {
      let x = (px * cos - py * sin) * 1.02
      let y = (px * sin + py * cos) * 1.02
      let point = 9
      let axis = 9
      let count = 0
      let square = 0
      for (; count < ITERATIONS && square < 64; count++) {
        const next = x * x - y * y + cx
        y = 2 * x * y + cy
        x = next
        square = x * x + y * y
        const dx = x + 0.25
        const dy = y - 0.12
        point = Math.min(point, dx * dx + dy * dy)
        axis = Math.min(axis, Math.abs(x + 0.4 * y))
      }
      const escape = count === ITERATIONS ? 1 : (count + 1 - Math.log2(Math.log2(square) / 2)) / ITERATIONS
      const warm = Math.exp(-11 * Math.sqrt(point))
      const thread = Math.exp(-26 * axis)
      const depth = Math.pow(Math.min(1, Math.max(0, escape) * 2.2), 0.8)
      return [
        0.012 + 0.1 * depth * depth + 1.1 * warm * depth + 0.42 * thread * depth,
        0.02 + 0.07 * depth + 0.4 * warm * depth + 0.2 * thread * depth,
        0.04 + 0.16 * depth + 0.1 * warm + 0.08 * thread * depth,
      ]
    }
  },
}

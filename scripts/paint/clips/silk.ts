import { add, blend, type Clip, type Rgb, times, turn } from './film.ts'

/** Silk in a slow wind: sines that bend one another, lit as satin is, along its threads. */
export const silk: Clip = {
  name: 'silk',
  width: 540,
  height: 960,
  seconds: 5,
  detail: 0.5,
  frame: (t) => {
    const angle = turn(t)
    const fold = (px: number, py: number): number => {
      let x = px * 0.8 + py * 0.42
      let y = py * 0.62 - px * 0.25
      for (let layer = 1; layer < 5; layer++) {
        x += (0.62 / layer) * Math.sin(1.35 * layer * y + angle + layer * 1.9)
        y += (0.4 / layer) * Math.sin(1.15 * layer * x - angle + layer * 0.7)
      }
      return 0.3 * Math.sin(2.3 * x + 0.7 * y) + 0.1 * Math.sin(5.1 * x - y + angle) + 0.035 * Math.sin(11 * x + 2 * y)
    }
    const step = 0.012
    return (px, py): Rgb => {
      const height = fold(px, py)
      const slopeX = (fold(px + step, py) - height) / step
      const slopeY = (fold(px, py + step) - height) / step
      const length = 1 / Math.sqrt(1 + slopeX * slopeX + slopeY * slopeY)
      const diffuse = Math.max(0, (-0.55 * -slopeX + 0.5 * -slopeY + 0.72) * length)
      const along = 1 / Math.sqrt(1 + slopeX * slopeX)
      const across = (0.5 + 0.8 * slopeX) * along * 0.94
      const sheen = Math.pow(Math.max(0, 1 - across * across), 9)
      const rim = Math.pow(1 - length, 1.6)
      const cloth = blend([0.32, 0.03, 0.055], [0.86, 0.3, 0.2], Math.min(1, 0.5 + 1.3 * height))
      const lit = times(cloth, 0.06 + 0.9 * diffuse * diffuse)
      return add(add(lit, [1.0, 0.66, 0.46], 0.55 * sheen * diffuse), [0.2, 0.05, 0.24], 0.45 * rim)
    }
  },
}

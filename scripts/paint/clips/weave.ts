import { add, blend, type Clip, type Rgb, smooth, times, turn } from './film.ts'

const COLUMNS = 240
const ROWS = 260
const RULE = 30

/** Every row is woven from the one above it: rule 30, mirrored, so that chance grows a figure. */
const cloth: Uint8Array[] = []
for (let row = 0; row < ROWS; row++) {
  const above = cloth[row - 1]
  cloth.push(
    Uint8Array.from({ length: COLUMNS }, (_, column) => {
      if (!above) return column === COLUMNS / 2 ? 1 : 0
      const left = above[(column + COLUMNS - 1) % COLUMNS] ?? 0
      const right = above[(column + 1) % COLUMNS] ?? 0
      return (RULE >> (left * 4 + (above[column] ?? 0) * 2 + right)) & 1
    }),
  )
}
const knot = (column: number, row: number): number => {
  const folded = Math.abs(row) % ROWS
  return cloth[folded]?.[(Math.abs(column) + COLUMNS / 2) % COLUMNS] ?? 0
}

export const weave: Clip = {
  name: 'weave',
  width: 600,
  height: 800,
  seconds: 5,
  detail: 0.5,
  samples: 2,
  frame: (t) => {
    const angle = turn(t)
    const fold = (x: number, y: number): number =>
      0.09 * Math.sin(2.1 * x + 1.2 * y + angle) +
      0.06 * Math.sin(3.4 * y - 1.7 * x - angle + 1) +
      0.03 * Math.sin(5.2 * x + 2 * angle)
    return (px, py): Rgb => {
      const height = fold(px, py)
      const slopeX = (fold(px + 0.01, py) - height) * 100
      const slopeY = (fold(px, py + 0.01) - height) * 100
      const u = (px + slopeX * 0.09) * (1 - height * 0.3) * 30
      const v = (1.5 - (py + slopeY * 0.09) * (1 - height * 0.3)) * 30
      const [column, row] = [Math.floor(u), Math.floor(v)]
      const isGold = knot(column, row) === 1
      const [a, b] = [u - column - 0.5, v - row - 0.5]
      // Gold runs across where the rule says one, the dark warp runs down elsewhere.
      const [along, across] = isGold ? [a, b] : [b, a]
      const round = Math.sqrt(Math.max(0, 1 - across * across * 4.2))
      const dip = 1 - 0.55 * smooth(0.25, 0.5, Math.abs(along))
      const twist = 0.86 + 0.14 * Math.sin((along * 1.2 + across) * 16)
      const facing = 1 / Math.sqrt(1 + slopeX * slopeX + slopeY * slopeY)
      const day = Math.max(0, (0.5 * slopeX + 0.35 * slopeY + 0.8) * facing)
      const sweep = isGold ? slopeX * 1.1 + along * 0.5 - 0.18 : slopeY * 1.1 + along * 0.5 + 0.1
      const sheen = Math.exp(-sweep * sweep * 7)
      const hue = smooth(-1.3, 1.3, py + 0.5 * Math.sin(px * 2 + angle))
      const thread = isGold
        ? blend([0.8, 0.2, 0.09], [0.9, 0.5, 0.17], hue)
        : blend([0.02, 0.055, 0.12], [0.05, 0.04, 0.13], hue)
      const shine: Rgb = isGold ? [1.3, 0.92, 0.55] : [0.16, 0.3, 0.5]
      return times(
        add(times(thread, 0.18 + 0.75 * day), shine, sheen * (isGold ? 0.4 : 0.4)),
        round * dip * twist * (0.35 + 0.65 * day),
      )
    }
  },
}

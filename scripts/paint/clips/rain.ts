import { add, type Clip, mix, type Rgb, smooth, times, turn } from './film.ts'
import { LightMap } from './light-map.ts'
import { chance, loopNoise } from './noise.ts'

const colours: Rgb[] = [
  [1.3, 0.16, 0.5],
  [0.12, 0.75, 1.2],
  [1.3, 0.55, 0.14],
  [0.5, 0.2, 1.2],
  [1.2, 0.8, 0.45],
]

/** The street behind the window, out of focus: each lamp is a disc. */
const lamps = Array.from({ length: 46 }, (_, index) => {
  const y = 1.3 - 2.3 * Math.pow(chance(index, 2), 0.85)
  return {
    x: (chance(index, 1) - 0.5) * 2.4,
    y,
    radius: mix(0.07, 0.24, chance(index, 3) ** 1.5),
    light: times(colours[Math.floor(chance(index, 4) * 5)] ?? [1, 1, 1], mix(0.12, 0.62, chance(index, 5) ** 2)),
    cycles: 1 + Math.floor(chance(index, 6) * 2),
    phase: chance(index, 7),
  }
})

/** Bulge of the glass at a point: which way, and how much of a drop is there. */
function drops(x: number, y: number, t: number): [number, number, number] {
  let [bx, by, wet] = [0, 0, 0]
  for (let layer = 0; layer < 3; layer++) {
    const scale = 5.5 + layer * 5
    const [u, v] = [x * scale + layer * 3.3, y * scale]
    const [cx, cy] = [Math.floor(u), Math.floor(v)]
    if (chance(cx, cy, layer + 20) < 0.42) continue
    const size = mix(0.14, 0.36, chance(cx, cy, layer + 10))
    const dx = u - cx - mix(size, 1 - size, chance(cx, cy, layer + 30))
    const dy = (v - cy - mix(size, 1 - size, chance(cx, cy, layer + 40))) * 0.9
    const distance = Math.hypot(dx * (1 + 0.25 * loopNoise(u * 2, v * 2, 0)), dy) / size
    if (distance > 1) continue
    const breathe = 0.82 + 0.18 * Math.sin(turn(t + chance(cx, cy, 50)))
    ;[bx, by, wet] = [dx / size, dy / size, smooth(1, 0.8, distance) * breathe]
  }
  // Those that run: a column each, a whole number of falls in the loop, and the trail they leave.
  const column = Math.floor(x * 3.4 + 0.5)
  const fall = chance(column, 60) + t
  const head = 2.3 - 4.6 * (fall - Math.floor(fall)) + 0.12 * Math.sin(turn(2 * t + chance(column, 61)))
  const middle =
    (column + (chance(column, 62) - 0.5) * 0.4) / 3.4 + 0.03 * Math.sin(y * 5 + column) + 0.012 * Math.sin(y * 13)
  const [dx, dy] = [(x - middle) / 0.062, (y - head) / (y > head ? 0.12 : 0.072)]
  const distance = Math.hypot(dx, dy)
  if (distance < 1) return [dx, dy, smooth(1, 0.82, distance)]
  if (y > head && Math.abs(dx) < 0.7) {
    const trail = smooth(0.7, 0.4, Math.abs(dx)) * Math.exp(-(y - head) * 1.1)
    return [mix(bx, dx * 0.35, trail), mix(by, 0, trail), Math.max(wet * (1 - trail), trail * 0.35)]
  }
  return [bx, by, wet]
}

export const rain: Clip = {
  name: 'rain',
  width: 540,
  height: 960,
  seconds: 5,
  detail: 0.6,
  frame: (t, size) => {
    const street = new LightMap(size, 200, (x, y) => {
      let light: Rgb = [0.012, 0.014, 0.03]
      light = add(light, [0.16, 0.05, 0.13], Math.exp(-2.5 * (y + 0.1) * (y + 0.1)))
      for (const lamp of lamps) {
        const sway = 0.02 * Math.sin(turn(t + lamp.phase))
        const distance = Math.hypot(x - lamp.x - sway, y - lamp.y) / lamp.radius
        if (distance > 1.1) continue
        const pulse = 0.78 + 0.22 * Math.sin(turn(lamp.cycles * t + lamp.phase))
        light = add(light, lamp.light, pulse * smooth(1.06, 0.9, distance) * (0.62 + 0.38 * distance * distance))
      }
      // Wet asphalt draws every light out, downwards.
      if (y < -0.75)
        for (const lamp of lamps.slice(0, 22)) {
          const dx = (x - lamp.x + 0.03 * loopNoise(x * 4, y * 9, t, 3)) / (lamp.radius * 0.8)
          light = add(light, lamp.light, 0.6 * Math.exp(-dx * dx) * smooth(-0.75, -1.0, y) * Math.exp((y + 0.9) * 0.9))
        }
      return light
    })
    return (x, y): Rgb => {
      const [bx, by, wet] = drops(x, y, t)
      const through = street.at(x + bx * 0.001, y)
      if (wet <= 0) return times(through, 0.85)
      // A drop is a lens: it shows the street small and upside down.
      const bent = street.at(x - bx * 0.55, y - by * 0.7)
      const edge = Math.min(1, bx * bx + by * by)
      const inside = add(
        times(bent, 1.35 - 0.75 * edge * edge),
        [0.5, 0.55, 0.7],
        0.35 * Math.pow(Math.max(0, by), 3) * edge,
      )
      return add(times(through, 0.85 * (1 - wet)), inside, wet)
    }
  },
}

const fade = (k: number): number => k * k * k * (k * (k * 6 - 15) + 10)

function scramble(x: number, y: number, z: number): number {
  let hash = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(z, 0x9e3779b1)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

/** The same number from 0 to 1 for the same three whole numbers, always. */
export const chance = (x: number, y = 0, z = 0): number => (scramble(x, y, z) >>> 0) / 4294967296

function slope(hash: number, x: number, y: number, z: number): number {
  const kind = hash & 15
  const u = kind < 8 ? x : y
  const v = kind < 4 ? y : kind === 12 || kind === 14 ? x : z
  return ((kind & 1) === 0 ? u : -u) + ((kind & 2) === 0 ? v : -v)
}

const wrap = (value: number, period: number): number => ((value % period) + period) % period

/** One sheet of the lattice: the whole parts of both x, of y and z, then the way from there. */
function sheet(
  x0: number,
  x1: number,
  y0: number,
  z0: number,
  fx: number,
  fy: number,
  fz: number,
  u: number,
  v: number,
) {
  const a = slope(scramble(x0, y0, z0), fx, fy, fz)
  const b = slope(scramble(x1, y0, z0), fx - 1, fy, fz)
  const c = slope(scramble(x0, y0 + 1, z0), fx, fy - 1, fz)
  const d = slope(scramble(x1, y0 + 1, z0), fx - 1, fy - 1, fz)
  const low = a + u * (b - a)
  return low + v * (c + u * (d - c) - low)
}

/**
 * Gradient noise, about −1 … 1, that changes with t and is back where it began at t = 1.
 * @param cells How often it changes in between.
 * @param periodX Repeats after so many cells along x, if not 0.
 */
export function loopNoise(x: number, y: number, t: number, cells = 3, periodX = 0): number {
  const z = t * cells
  const left = Math.floor(x)
  const y0 = Math.floor(y)
  const whole = Math.floor(z)
  const fx = x - left
  const fy = y - y0
  const fz = z - whole
  const x0 = periodX > 0 ? wrap(left, periodX) : left
  const x1 = periodX > 0 ? wrap(left + 1, periodX) : left + 1
  const u = fade(fx)
  const v = fade(fy)
  const near = sheet(x0, x1, y0, whole % cells, fx, fy, fz, u, v)
  if (fz === 0) return near
  return near + fade(fz) * (sheet(x0, x1, y0, (whole + 1) % cells, fx, fy, fz - 1, u, v) - near)
}

/** Noise over noise, each finer and fainter. */
export function loopFbm(x: number, y: number, t: number, octaves: number, cells = 3): number {
  let sum = 0
  let gain = 0.5
  for (let octave = 0; octave < octaves; octave++) {
    sum += gain * loopNoise(x, y, t, cells)
    gain *= 0.5
    // Turned and moved each time, or the lattices would line up and show.
    const turned = x * 1.6 + y * 1.2 + 17.3
    y = y * 1.6 - x * 1.2 + 9.1
    x = turned
  }
  return sum
}

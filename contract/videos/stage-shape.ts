/** The shape that fits a phone's screen. */
const TALLEST = 9 / 16

/** Minimum ratio of a clip that is taller than 9:16 and still gets its own shape, such as Sora's 704 × 1280. */
const NEARLY_TALLEST = 0.54

/**
 * Returns the shape of the frame in which a clip's page shows the clip. The server and the web app both use it.
 *
 * @param ratio Width of the clip divided by its height.
 * @returns The ratio of the frame. A clip that is much taller than 9:16 has space at its sides, so that it fits a
 *   phone's screen. A clip that is hardly taller has no space, because strips of a few pixels look like an error. On
 *   tablets, the text is beside a `tall` frame.
 */
export function stageShape(ratio: number): { frameRatio: number; shape: 'tall' | 'wide' } {
  const frameRatio = ratio < NEARLY_TALLEST ? TALLEST : ratio
  return { frameRatio, shape: frameRatio < 3 / 4 ? 'tall' : 'wide' }
}

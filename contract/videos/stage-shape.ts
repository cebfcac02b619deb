/** The shape that fits a phone's screen. */
const TALLEST = 9 / 16

/** The shape that has room for the controls and the link back on a phone. */
const WIDEST = 2.75

/**
 * Range of the ratios beyond 9:16 and 2.75:1 that still get their own shape, such as Sora's 704 × 1280. Strips of a few
 * pixels beside such clips would look like an error.
 */
const NEARLY_TALLEST = 0.54
const NEARLY_WIDEST = 2.9

/**
 * Returns the shape of the frame in which a clip's page shows the clip. The server and the web app both use it.
 *
 * @param ratio Width of the clip divided by its height.
 * @returns The ratio of the frame. A clip that is much taller than 9:16 has space at its sides, so that it fits a
 *   phone's screen. A clip that is much wider than 2.75:1 has space above and below. On tablets, the text is beside a
 *   `tall` frame.
 */
export function stageShape(ratio: number): { frameRatio: number; shape: 'tall' | 'wide' } {
  const frameRatio = ratio < NEARLY_TALLEST ? TALLEST : ratio > NEARLY_WIDEST ? WIDEST : ratio
  return { frameRatio, shape: frameRatio < 3 / 4 ? 'tall' : 'wide' }
}

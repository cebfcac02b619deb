/**
 * Returns the shape of the frame in which a clip's page shows the clip. The server and the web app both use it.
 *
 * @param ratio Width of the clip divided by its height.
 * @returns The ratio of the frame. A clip that is taller than the frame has space at its sides, because it would
 * otherwise not fit a phone's screen. On tablets, the text is beside a `tall` frame.
 */
export function stageShape(ratio: number): { frameRatio: number; shape: 'tall' | 'wide' } {
  const frameRatio = Math.max(ratio, 9 / 16)
  return { frameRatio, shape: frameRatio < 3 / 4 ? 'tall' : 'wide' }
}

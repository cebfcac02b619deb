/**
 * Returns the shape of the frame in which the page of a clip shows it, for the server and the web app alike.
 *
 * @param ratio Width of the clip divided by its height.
 * @returns The ratio of the frame. A taller clip has space at its sides, because it would not fit a phone's screen. A
 *   `tall` frame has its text beside it on tablets.
 */
export function stageShape(ratio: number): { frameRatio: number; shape: 'tall' | 'wide' } {
  const frameRatio = Math.max(ratio, 9 / 16)
  return { frameRatio, shape: frameRatio < 3 / 4 ? 'tall' : 'wide' }
}

import { STORYBOARD_COLUMNS, STORYBOARD_ROWS } from '../../../contract/videos/storyboard.ts'

const PICTURES = STORYBOARD_COLUMNS * STORYBOARD_ROWS

/** Returns the position of a moment's picture on a storyboard, in percent, as CSS positions a background. */
export function storyboardPosition(seconds: number, durationSeconds: number): { x: number; y: number } {
  const index = Math.min(PICTURES - 1, Math.max(0, Math.floor((seconds / durationSeconds) * PICTURES)))
  return {
    x: ((index % STORYBOARD_COLUMNS) / (STORYBOARD_COLUMNS - 1)) * 100,
    y: (Math.floor(index / STORYBOARD_COLUMNS) / (STORYBOARD_ROWS - 1)) * 100,
  }
}

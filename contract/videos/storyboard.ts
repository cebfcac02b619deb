/**
 * A storyboard is a sheet of small pictures, in rows from left to right, of moments that are evenly spread over the
 * clip: picture `i` of `n` shows the second `(i + 0.5) / n * durationSeconds`.
 */
export const STORYBOARD_COLUMNS = 8
export const STORYBOARD_ROWS = 8
/** Shorter clips have no storyboard. */
export const STORYBOARD_MIN_SECONDS = 15

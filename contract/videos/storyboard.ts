/**
 * A storyboard is a sheet of small pictures, in rows from left to right. They are evenly spread over the clip. Picture
 * `i` of `n` shows the moment after `(i + 0.5) / n * durationSeconds` seconds.
 */
export const STORYBOARD_COLUMNS = 8
export const STORYBOARD_ROWS = 8
/** Minimum duration of a clip that has a storyboard. */
export const STORYBOARD_MIN_SECONDS = 15

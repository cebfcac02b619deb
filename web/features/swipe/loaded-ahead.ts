/** In seconds: less, and what else is loaded may make the video wait. */
const ENOUGH_SECONDS = 8
/** The tracks of a clip rarely end at the same time. */
const TOLERANCE_SECONDS = 0.2

/** Whether a video will play on for a while, or to its end, without the network. */
export function hasLoadedAhead({ buffered, currentTime, duration }: HTMLMediaElement): boolean {
  const needed = Math.min(currentTime + ENOUGH_SECONDS, duration)
  for (let i = 0; i < buffered.length; i++) {
    if (buffered.start(i) <= currentTime && needed <= buffered.end(i) + TOLERANCE_SECONDS) return true
  }
  return false
}

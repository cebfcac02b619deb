/** In seconds: less, and what else is loaded may make the video wait. */
const ENOUGH_SECONDS = 8
/** The tracks of a clip rarely end at the same time. */
const TOLERANCE_SECONDS = 0.2
const PLAYED_SECONDS = 3

type Loaded = Pick<HTMLMediaElement, 'buffered' | 'currentTime' | 'duration'>

/**
 * Whether a video will play on for a while, or to its end, without the network.
 *
 * @param isNativeStream The browser plays HLS by itself: Chromium then calls everything loaded from the start, so that
 *   only what has been played tells.
 */
export function hasLoadedAhead({ buffered, currentTime, duration }: Loaded, isNativeStream: boolean): boolean {
  if (isNativeStream) return currentTime >= PLAYED_SECONDS
  const needed = Math.min(currentTime + ENOUGH_SECONDS, duration)
  for (let i = 0; i < buffered.length; i++) {
    if (buffered.start(i) <= currentTime && needed <= buffered.end(i) + TOLERANCE_SECONDS) return true
  }
  return false
}

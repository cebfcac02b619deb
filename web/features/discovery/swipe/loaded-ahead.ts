/** Seconds to load ahead. With fewer, other downloads could stall the video. */
const ENOUGH_SECONDS = 8
/** Tolerance in seconds for the end, because the tracks of a clip rarely end at the same time. */
const TOLERANCE_SECONDS = 0.2
const PLAYED_SECONDS = 3

type Loaded = Pick<HTMLMediaElement, 'buffered' | 'currentTime' | 'duration'>

/**
 * Whether a video can play on for a while, or to its end, without the network. If the browser plays HLS natively,
 * Chromium reports everything as loaded, so only the played part counts.
 */
export function hasLoadedAhead(
  { buffered, currentTime, duration }: Loaded,
  { isNativeStream }: { isNativeStream: boolean },
): boolean {
  if (isNativeStream) return currentTime >= PLAYED_SECONDS
  const needed = Math.min(currentTime + ENOUGH_SECONDS, duration)
  for (let i = 0; i < buffered.length; i++) {
    if (buffered.start(i) <= currentTime && needed <= buffered.end(i) + TOLERANCE_SECONDS) return true
  }
  return false
}

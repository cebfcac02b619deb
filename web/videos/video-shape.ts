import { parseAspectRatio } from '../../contract/videos/aspect-ratio.ts'
import type { Video } from '../../contract/videos/videos.ts'

/** Previews are cut to even pixels; a difference this small is that, and must not move the wall. */
const ROUNDING = 0.015

/**
 * Width divided by height at which a video is shown: the measured size wins, then width and height, then the
 * `aspectRatio` string, then 16/9.
 */
export function displayRatio(video: Pick<Video, 'width' | 'height' | 'aspectRatio'>, measured?: number): number {
  const stored = video.width && video.height ? video.width / video.height : parseAspectRatio(video.aspectRatio)
  if (measured === undefined) return stored ?? 16 / 9
  if (stored === undefined) return measured
  return Math.abs(measured / stored - 1) <= ROUNDING ? stored : measured
}

import { parseAspectRatio } from '../../contract/videos/aspect-ratio.ts'
import type { Video } from '../../contract/videos/videos.ts'

/**
 * Maximum relative difference that rounding a preview to even pixels can cause. Such a difference must not move the
 * wall.
 */
const ROUNDING = 0.015

/**
 * Returns the ratio of width to height at which a video is shown. Takes the measured one, then width and height, then
 * the `aspectRatio` string, otherwise 16/9.
 */
export function displayRatio(video: Pick<Video, 'width' | 'height' | 'aspectRatio'>, measured?: number): number {
  const stored = video.width && video.height ? video.width / video.height : parseAspectRatio(video.aspectRatio)
  if (measured === undefined) return stored ?? 16 / 9
  if (stored === undefined) return measured
  return Math.abs(measured / stored - 1) <= ROUNDING ? stored : measured
}

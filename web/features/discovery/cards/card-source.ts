import type { Video } from '../../../../contract/videos/videos.ts'

/**
 * Maximum size in bytes of an original that plays on a card. The viewer has not asked for the clip, so a larger
 * original loads only on the clip's page.
 */
const ORIGINAL_MAX_BYTES = 8_000_000

type Playable = Pick<Video, 'status' | 'previewUrl' | 'videoUrl' | 'videoBytes'>

/** Returns the address that a card plays: the preview, or without one an original that is not too large. */
export function cardSource({ previewUrl, videoUrl, videoBytes }: Playable): string | undefined {
  if (previewUrl !== null) return previewUrl
  return (videoBytes ?? 0) <= ORIGINAL_MAX_BYTES ? videoUrl : undefined
}

/**
 * Returns the reason why a card does not play. The owner also learns that a clip is still being processed, or could not
 * be processed, while the card plays the original.
 */
export function cardNotice(
  video: Playable,
  { hasFailed, isOwner }: { hasFailed: boolean; isOwner: boolean },
): string | undefined {
  const hasSource = cardSource(video) !== undefined
  if (video.status === 'processing') return hasFailed || !hasSource || isOwner ? 'Processing' : undefined
  if (video.status === 'failed' && isOwner) return 'Processing failed'
  if (hasFailed) return 'Video unavailable'
  return hasSource ? undefined : 'Open to watch'
}

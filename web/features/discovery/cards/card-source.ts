import type { Video } from '../../../../contract/videos/videos.ts'

/** On a wall nobody has asked for the clip: a larger original waits for its preview, or for whoever opens its page. */
const ORIGINAL_MAX_BYTES = 8_000_000

type Playable = Pick<Video, 'status' | 'previewUrl' | 'videoUrl' | 'videoBytes'>

/** What a card plays: the preview, until there is one an original that is not too large. */
export function cardSource({ previewUrl, videoUrl, videoBytes }: Playable): string | undefined {
  if (previewUrl !== null) return previewUrl
  return (videoBytes ?? 0) <= ORIGINAL_MAX_BYTES ? videoUrl : undefined
}

/** Why nothing moves on a card, or not for good yet. */
export function cardNotice(video: Playable, hasFailed: boolean): string | undefined {
  if (video.status === 'processing') return 'Being prepared'
  if (hasFailed) return 'Video unavailable'
  return cardSource(video) === undefined ? 'Open to watch' : undefined
}

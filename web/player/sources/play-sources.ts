import type { Video } from '../../../contract/videos/videos.ts'

/** What a player can be given. A `stream` is an HLS playlist, a `file` plays as it is. */
export interface PlaySource {
  kind: 'stream' | 'file'
  url: string
}

/** What a video says of the ways to play it. */
export type Playable = Pick<Video, 'streamUrl' | 'streamSizesCount' | 'videoUrl' | 'previewUrl'>

/**
 * All that a video can be played from, best first: the stream where it offers a choice of sizes, else the original. A
 * stream of a single size is a small clip's own packets again: there the original shows its first picture sooner,
 * because no playlists precede it.
 */
export function playSources({ streamUrl, streamSizesCount, videoUrl, previewUrl }: Playable): PlaySource[] {
  const stream = sourceOf('stream', streamUrl)
  const original = sourceOf('file', videoUrl)
  const best = (streamSizesCount ?? 0) > 1 ? [...stream, ...original] : [...original, ...stream]
  return [...best, ...sourceOf('file', previewUrl)]
}

function sourceOf(kind: PlaySource['kind'], url: string | null): PlaySource[] {
  return url === null ? [] : [{ kind, url }]
}

import { queryOptions } from '@tanstack/react-query'
import type { Video } from '../../../contract/videos.ts'

/** What a player can be given. A `stream` is an HLS playlist, a `file` plays as it is. */
export interface PlaySource {
  kind: 'stream' | 'file'
  url: string
}

/**
 * Whether a stream lets the player choose between sizes. One of a single size is a small clip's own packets again: there
 * the original shows its first picture sooner, because no playlists precede it.
 */
export const streamChoiceQuery = (url: string) =>
  queryOptions({
    queryKey: [url],
    queryFn: async ({ signal }) => {
      const reply = await fetch(url, { signal })
      if (!reply.ok) throw new Error(`The playlist was answered with ${reply.status}.`)
      return (await reply.text()).split('#EXT-X-STREAM-INF:').length > 2
    },
  })

/** All that a video can be played from, best first. */
export function playSources(
  { streamUrl, videoUrl, previewUrl }: Pick<Video, 'streamUrl' | 'videoUrl' | 'previewUrl'>,
  prefersStream: boolean,
): PlaySource[] {
  const stream = sourceOf('stream', streamUrl)
  const original = sourceOf('file', videoUrl)
  const best = prefersStream ? [...stream, ...original] : [...original, ...stream]
  return [...best, ...sourceOf('file', previewUrl)]
}

function sourceOf(kind: PlaySource['kind'], url: string | null): PlaySource[] {
  return url === null ? [] : [{ kind, url }]
}

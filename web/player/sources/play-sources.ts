import type { Video } from '../../../contract/videos/videos.ts'

/** A source for a player. A `stream` is an HLS playlist, and a `file` plays directly. */
export interface PlaySource {
  kind: 'stream' | 'file'
  url: string
}

const HLS_TYPE = 'application/vnd.apple.mpegurl'

/** Whether the browser plays the source without hls.js. */
export function playsNatively(player: HTMLVideoElement, { kind }: PlaySource): boolean {
  return kind === 'file' || player.canPlayType(HLS_TYPE) !== ''
}

/** The properties of a video that determine its sources. */
export type Playable = Pick<Video, 'streamUrl' | 'streamSizesCount' | 'videoUrl' | 'previewUrl'>

/**
 * Returns all sources of a video, best first. A stream with several sizes comes first, otherwise the original. A stream
 * of a single size contains a small clip's original packets. In this case the original comes first. It needs no
 * playlists and shows its first frame sooner.
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

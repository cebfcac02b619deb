import { PLAYLIST_CONTENT_TYPE } from './playlists.ts'

export const renditionTypes = {
  poster: 'image/webp',
  preview: 'video/mp4',
  /** Content type of a stream's main playlist, which names the other files. */
  stream: PLAYLIST_CONTENT_TYPE,
  storyboard: 'image/webp',
  captions: 'text/vtt; charset=utf-8',
} as const

import { PLAYLIST_CONTENT_TYPE } from './playlists.ts'

/** The content types of what is made of a video. */
export const renditionTypes = {
  poster: 'image/webp',
  preview: 'video/mp4',
  /** Of its main playlist, which names the others. */
  stream: PLAYLIST_CONTENT_TYPE,
  storyboard: 'image/webp',
  captions: 'text/vtt; charset=utf-8',
} as const

export const renditionTypes = {
  poster: 'image/webp',
  preview: 'video/mp4',
  /** Content type of a stream's main playlist, which names the other files. */
  stream: 'application/vnd.apple.mpegurl',
  storyboard: 'image/webp',
  captions: 'text/vtt; charset=utf-8',
} as const

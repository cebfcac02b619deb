/** Ends a video and frees its decoder. Decoders of removed elements would pile up otherwise. */
export function releaseVideo(video: HTMLVideoElement): void {
  video.pause()
  video.removeAttribute('src')
  video.load()
}

import { mayAutoplay } from '../../page/autoplay.ts'
import { playsNatively, type PlaySource } from './play-sources.ts'
import { releaseVideo } from './release-video.ts'

/** Milliseconds after which the page's own player has certainly begun to load the source. */
const HANDED_OVER_MS = 4_000

/** The address that is loading. */
let warming: string | undefined

/**
 * Starts to load the clip that the viewer is about to open, before its page is built. It loads only files. Players with
 * the same address share a file's data, but would load a stream twice. Does nothing if clips do not play by themselves,
 * for example with the data saver.
 */
export function warmSource(source: PlaySource | undefined): void {
  if (!source || source.url === warming || !mayAutoplay()) return
  const player = document.createElement('video')
  // Loads the code here as well, because the page starts to load it only after the transition has begun.
  if (!playsNatively(player, source)) return void import('./play-with-hls.ts').catch(() => undefined)
  if (source.kind === 'stream') return
  // As in the page's own player, which could not share the data otherwise.
  if (!source.url.startsWith('/')) player.crossOrigin = 'anonymous'
  Object.assign(player, { muted: true, preload: 'auto', src: source.url })
  warming = source.url
  setTimeout(() => {
    warming = undefined
    releaseVideo(player)
  }, HANDED_OVER_MS)
}

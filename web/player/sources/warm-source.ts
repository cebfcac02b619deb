import { mayAutoplay } from '../../page/autoplay.ts'
import { playsNatively, type PlaySource } from './play-sources.ts'

/** Milliseconds after which the page's own player certainly loads the source itself. */
const HANDED_OVER_MS = 4_000

let warmUrl: string | undefined

/**
 * Starts to load the clip that the viewer is opening, while its page is being built. Browsers share loaded data between
 * players with the same address. Does nothing for viewers whose clips do not play by themselves, such as those with the
 * data saver.
 */
export function warmSource(source: PlaySource | undefined): void {
  if (!source || source.url === warmUrl || !mayAutoplay()) return
  const { url } = source
  const player = document.createElement('video')
  // Loads the code here as well, because the page starts to load it only after the transition has begun.
  if (!playsNatively(player, source)) return void import('./play-with-hls.ts').catch(() => undefined)
  warmUrl = url
  // As in the page's own player, which could not share the data otherwise.
  if (!url.startsWith('/')) player.crossOrigin = 'anonymous'
  Object.assign(player, { muted: true, preload: 'auto', src: url })
  setTimeout(() => {
    if (warmUrl === url) warmUrl = undefined
    player.removeAttribute('src')
    player.load()
  }, HANDED_OVER_MS)
}

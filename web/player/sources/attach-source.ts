import type { PlaySource } from './play-sources.ts'

const HLS_TYPE = 'application/vnd.apple.mpegurl'

/**
 * Gives a player what it shall play: the browser plays HLS by itself where it can, else hls.js comes for it.
 *
 * @param onFailed When hls.js gives up. What the browser plays by itself reports an `error` event of the player.
 * @returns What takes the source away and frees its decoder.
 */
export function attachSource(
  player: HTMLVideoElement,
  { kind, url }: PlaySource,
  onFailed: (error: unknown) => void,
): () => void {
  const left = new AbortController()
  // Of another origin: browsers take playlists and captions from there only so.
  if (!url.startsWith('/')) player.crossOrigin = 'anonymous'
  if (kind === 'file' || player.canPlayType(HLS_TYPE) !== '') player.src = url
  else attachHls(player, url, { signal: left.signal, onFailed }).catch(onFailed)
  return () => {
    left.abort()
    player.pause()
    player.removeAttribute('src')
    player.load()
  }
}

interface Attaching {
  /** Aborted when the source is taken away. */
  signal: AbortSignal
  onFailed: (error: unknown) => void
}

async function attachHls(player: HTMLVideoElement, url: string, { signal, onFailed }: Attaching): Promise<void> {
  // As a browser does it: then nothing comes before somebody plays it.
  if (player.preload === 'none' && player.paused) await nextEvent(player, 'play', signal)
  const { playWithHls } = await import('./play-with-hls.ts')
  if (!signal.aborted) playWithHls(player, url, { signal, onFailed })
}

/** Never, once `signal` is aborted. */
function nextEvent(target: EventTarget, name: string, signal: AbortSignal): Promise<Event> {
  return new Promise((happened) => target.addEventListener(name, happened, { once: true, signal }))
}

import { playsNatively, type PlaySource } from './play-sources.ts'
import { releaseVideo } from './release-video.ts'

/**
 * Attaches a source to a player. HLS plays natively if the browser supports it, otherwise with hls.js, which loads on
 * demand.
 *
 * @param onFailed Called when hls.js gives up. Native playback fires the player's `error` event instead.
 * @returns A function that detaches the source and frees its decoder.
 */
export function attachSource(
  player: HTMLVideoElement,
  source: PlaySource,
  onFailed: (error: unknown) => void,
): () => void {
  const controller = new AbortController()
  const { url } = source
  // Browsers load playlists and captions from another origin only with CORS.
  if (!url.startsWith('/')) player.crossOrigin = 'anonymous'
  if (playsNatively(player, source)) player.src = url
  else attachHls(player, url, { signal: controller.signal, onFailed }).catch(onFailed)
  return () => {
    controller.abort()
    releaseVideo(player)
  }
}

interface Attaching {
  /** Aborts when the source is detached. */
  signal: AbortSignal
  onFailed: (error: unknown) => void
}

async function attachHls(player: HTMLVideoElement, url: string, { signal, onFailed }: Attaching): Promise<void> {
  // With `preload="none"`, nothing loads before playback starts, as in native playback.
  if (player.preload === 'none' && player.paused) await nextEvent(player, 'play', signal)
  const { playWithHls } = await import('./play-with-hls.ts')
  if (!signal.aborted) playWithHls(player, url, { signal, onFailed })
}

/** Resolves at the next event. Never settles after `signal` has aborted. */
function nextEvent(target: EventTarget, name: string, signal: AbortSignal): Promise<Event> {
  return new Promise((happened) => target.addEventListener(name, happened, { once: true, signal }))
}

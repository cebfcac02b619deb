import type { ErrorData } from 'hls.js'
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
  if (kind === 'file' || player.canPlayType(HLS_TYPE) !== '') player.src = url
  else playWithHls(player, url, { signal: left.signal, onFailed }).catch(onFailed)
  return () => {
    left.abort()
    player.pause()
    player.removeAttribute('src')
    player.load()
  }
}

async function playWithHls(
  player: HTMLVideoElement,
  url: string,
  { signal, onFailed }: { signal: AbortSignal; onFailed: (error: unknown) => void },
): Promise<void> {
  const { default: Hls } = await import('hls.js/light')
  if (signal.aborted) return
  if (!Hls.isSupported()) throw new Error('This browser has no Media Source Extensions.')
  // The content security policy allows no worker from a blob: address.
  const hls = new Hls({ enableWorker: false, capLevelToPlayerSize: true })
  let hasRecovered = false
  hls.on(Hls.Events.ERROR, (_, { fatal, type, error }: ErrorData) => {
    if (!fatal) return
    if (type !== Hls.ErrorTypes.MEDIA_ERROR || hasRecovered) return onFailed(error)
    hasRecovered = true
    hls.recoverMediaError()
  })
  hls.loadSource(url)
  hls.attachMedia(player)
  signal.addEventListener('abort', () => hls.destroy())
}

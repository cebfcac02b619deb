import type { ErrorData, Level } from 'hls.js'
import { Hls } from 'hls.js/light'

/** One segment: what a player shows that is not yet played. */
const BEGINNING_SECONDS = 1
const AHEAD_SECONDS = 30
/** What has been played stays so long, so that most clips begin again from memory and a long one does not fill it. */
const BEHIND_SECONDS = 60
/** With so many before there is a picture, another source is the better answer than half a minute of trying again. */
const MAX_FIRST_ERRORS = 3

/** So many times its bits per second make hls.js choose a size, with a margin. */
const BANDWIDTH_RESERVE = 2

/** In bits per second, as the last player measured it: the next one need not begin with the smallest size. */
let measuredBandwidth: number | undefined

/**
 * Plays a stream by Media Source Extensions. How much comes before it plays follows the player's `preload`, as it does
 * where the browser plays by itself.
 *
 * @param signal Ends it, and frees what it holds.
 * @param onFailed When it cannot go on.
 * @throws If the browser has no Media Source Extensions.
 */
export function playWithHls(
  player: HTMLVideoElement,
  url: string,
  { signal, onFailed }: { signal: AbortSignal; onFailed: (error: unknown) => void },
): void {
  if (!Hls.isSupported()) throw new Error('This browser has no Media Source Extensions.')
  const hls = new Hls({
    // The content security policy allows no worker from a blob: address.
    enableWorker: false,
    capLevelToPlayerSize: true,
    maxBufferLength: secondsAhead(player),
    // Only the seconds count: by size it would keep minutes of a small clip.
    maxBufferSize: 0,
    backBufferLength: BEHIND_SECONDS,
    // Half-lives, in seconds of loading. A third of the defaults, because our segments are that much shorter than usual.
    abrEwmaFastVoD: 1,
    abrEwmaSlowVoD: 3,
    ...(measuredBandwidth && { abrEwmaDefaultEstimate: measuredBandwidth }),
  })
  const follow = () => (hls.config.maxBufferLength = secondsAhead(player))
  player.addEventListener('play', follow, { signal })
  player.addEventListener('pause', follow, { signal })
  hls.on(Hls.Events.FRAG_BUFFERED, () => (measuredBandwidth = capBandwidth(hls)))
  hls.on(Hls.Events.ERROR, failIfHopeless(hls, player, onFailed))
  hls.loadSource(url)
  keepPlaying(player, () => hls.attachMedia(player))
  signal.addEventListener('abort', () => hls.destroy())
}

/**
 * Forgets what a network carries beyond the need of the largest size: hls.js averages over seconds of loading, and from
 * many times that it would take several segments to see that the network has become slow.
 *
 * @returns The estimate, in bits per second.
 */
function capBandwidth(hls: Hls): number {
  const most = BANDWIDTH_RESERVE * Math.max(...hls.levels.map((level: Level) => level.bitrate))
  if (hls.bandwidthEstimate > most) hls.bandwidthEstimate = most
  return hls.bandwidthEstimate
}

/** One error of decoding is forgiven, and so are those of the network that hls.js tries to get over once it plays. */
function failIfHopeless(hls: Hls, player: HTMLVideoElement, onFailed: (error: unknown) => void) {
  let hasRecovered = false
  let firstErrors = 0
  return (_: unknown, { fatal, type, error }: ErrorData) => {
    const hasPicture = player.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
    if (!fatal && (hasPicture || ++firstErrors < MAX_FIRST_ERRORS)) return
    if (type !== Hls.ErrorTypes.MEDIA_ERROR || hasRecovered) return onFailed(error)
    hasRecovered = true
    keepPlaying(player, () => hls.recoverMediaError())
  }
}

/** A player that is given a source is paused, also one that was asked to play while it had none. */
function keepPlaying(player: HTMLVideoElement, giveSource: () => void): void {
  const isPlaying = !player.paused
  giveSource()
  if (isPlaying) player.play().catch(() => undefined)
}

function secondsAhead({ paused, autoplay, preload }: HTMLVideoElement): number {
  return !paused || autoplay || preload === 'auto' ? AHEAD_SECONDS : BEGINNING_SECONDS
}

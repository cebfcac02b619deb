import type { ErrorData, FragBufferedData, Level } from 'hls.js'
import { Hls } from 'hls.js/light'
import { correctEstimate } from './bandwidth-estimate.ts'

/** One segment, which is enough for the first frame of a paused player. */
const BEGINNING_SECONDS = 1
const AHEAD_SECONDS = 30
/** Seconds of played content to keep. Most clips then loop from memory, and long ones do not fill the memory. */
const BEHIND_SECONDS = 60
/**
 * Playback gives up after this many non-fatal errors before the first frame. The next source then starts sooner than
 * after half a minute of retries.
 */
const MAX_FIRST_ERRORS = 3

/** The network counts as recovered if it is this many times faster than estimated. */
const RECOVERY_FACTOR = 2

/** The last player's bandwidth in bits per second, so that the next one need not start with the smallest size. */
let measuredBandwidth: number | undefined

/**
 * Plays a stream with Media Source Extensions. The amount loaded before playback follows the player's `preload`, as in
 * native playback.
 *
 * @param signal Aborts playback and frees its resources.
 * @param onFailed Called when playback cannot continue.
 * @throws If the browser has no Media Source Extensions.
 */
export function playWithHls(
  player: HTMLVideoElement,
  url: string,
  { signal, onFailed }: { signal: AbortSignal; onFailed: (error: unknown) => void },
): void {
  if (!Hls.isSupported()) throw new Error('This browser has no Media Source Extensions.')
  const hls = new Hls({
    // The content security policy forbids workers from blob: addresses.
    enableWorker: false,
    capLevelToPlayerSize: true,
    maxBufferLength: secondsAhead(player),
    // Limits the buffer by seconds only. A limit by size would buffer minutes of a small clip.
    maxBufferSize: 0,
    backBufferLength: BEHIND_SECONDS,
    // Half-lives of the two bandwidth averages, in seconds spent loading. They are a third of the defaults, because our
    // segments are shorter than usual.
    abrEwmaFastVoD: 1,
    abrEwmaSlowVoD: 3,
    // The test would load a segment in the smallest size and discard it.
    testBandwidth: false,
    ...(measuredBandwidth && { abrEwmaDefaultEstimate: measuredBandwidth }),
  })
  const follow = () => (hls.config.maxBufferLength = secondsAhead(player))
  player.addEventListener('play', follow, { signal })
  player.addEventListener('pause', follow, { signal })
  hls.on(Hls.Events.FRAG_BUFFERED, followBandwidth(hls))
  hls.on(Hls.Events.ERROR, failIfHopeless(hls, player, onFailed))
  hls.loadSource(url)
  keepPlaying(player, () => hls.attachMedia(player))
  signal.addEventListener('abort', () => hls.destroy())
}

/** Returns a handler that corrects the bandwidth estimate after each segment. */
function followBandwidth(hls: Hls) {
  let previous = 0
  return (_: unknown, { frag, stats: { loaded, loading } }: FragBufferedData) => {
    if (frag.sn === 'initSegment') return
    const last = (8000 * loaded) / Math.max(1, loading.end - loading.start)
    const estimate = correctEstimate({
      estimate: hls.bandwidthEstimate,
      lastTwo: [previous, last],
      largestBitrate: Math.max(...hls.levels.map(({ bitrate }: Level) => bitrate)),
    })
    const hasRecovered = estimate > RECOVERY_FACTOR * hls.bandwidthEstimate
    // A new estimate makes hls.js forget its averages.
    if (estimate !== hls.bandwidthEstimate) hls.bandwidthEstimate = estimate
    // Replaces the segments that were loaded in a smaller size and not played yet. A value of -1 leaves the choice to
    // hls.js.
    if (hasRecovered) hls.nextLevel = -1
    previous = last
    measuredBandwidth = estimate
  }
}

/**
 * Returns a handler that reports failures. It ignores one decoding error, and the failures that hls.js recovers from.
 */
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

/** Resumes playback. Attaching a source pauses a player, even one that is waiting for its source. */
function keepPlaying(player: HTMLVideoElement, giveSource: () => void): void {
  const isPlaying = !player.paused
  giveSource()
  if (isPlaying) player.play().catch(() => undefined)
}

function secondsAhead({ paused, autoplay, preload }: HTMLVideoElement): number {
  return !paused || autoplay || preload === 'auto' ? AHEAD_SECONDS : BEGINNING_SECONDS
}

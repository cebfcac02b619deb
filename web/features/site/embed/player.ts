import { actionOfKey } from '../../../player/controls/player-actions.ts'
import { attachSource } from '../../../player/sources/attach-source.ts'
import { type PlaySource, playSources } from '../../../player/sources/play-sources.ts'

/**
 * The player that other sites embed. The server renders its page (web/embed.html); without this script the browser's
 * own controls play the video. The script uses neither cookies nor storage, because frames on other sites have none.
 */
const player = document.querySelector<HTMLElement>('#player')!
const video = player.querySelector('video')!
const playButton = player.querySelector('button')!
const unavailable = document.querySelector<HTMLElement>('#unavailable')!
const sources = listSources()
/** Detaches the current source. At first, that is the original, which the page's HTML names. */
let detach = () => {
  video.removeAttribute('src')
  video.load()
}

function start(): void {
  // The browser refuses playback in frames that may not autoplay. The play button stays in that case.
  video.play().catch(() => undefined)
}

/** Shows the browser's controls from the first playback on. */
function begin(): void {
  video.controls = true
  if (!playButton.hidden) video.focus()
  playButton.hidden = true
}

/** Returns the sources that the server has written into the page, best first. */
function listSources(): PlaySource[] {
  const { stream, streamSizes, preview } = video.dataset
  return playSources({
    streamUrl: stream || null,
    streamSizesCount: Number(streamSizes),
    videoUrl: video.getAttribute('src')!,
    previewUrl: preview || null,
  })
}

/** Replaces a source that does not play here with the next best one, at the same position. */
function playNext(): void {
  const { currentTime } = video
  // `paused` cannot be used, because the browser's own controls pause a failed video before the error event arrives.
  const isPlaying = player.dataset.state === 'playing'
  detach()
  const source = sources.shift()
  if (!source) return showUnavailable()
  detach = attachSource(video, source, playNext)
  if (currentTime > 0) video.currentTime = currentTime
  if (isPlaying) start()
}

function showUnavailable(): void {
  video.remove()
  playButton.remove()
  unavailable.textContent = 'Video unavailable'
}

function countView(): void {
  const view = { method: 'POST', credentials: 'omit', keepalive: true } as const
  fetch(`/api/videos/${player.dataset.videoId}/view`, view).catch(() => undefined)
}

/**
 * Whether the key belongs to the browser or to the focused element. The browser's controls handle the space bar
 * themselves.
 */
function isTaken({ ctrlKey, metaKey, altKey, key, target }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || (target as Element).matches(key === ' ' ? 'a, button, video' : 'a, button')
}

video.controls = false
playButton.hidden = false
playButton.addEventListener('click', start)
video.addEventListener('play', begin)
video.addEventListener('play', () => (player.dataset.state = 'playing'))
video.addEventListener('pause', () => (player.dataset.state = 'still'))
video.addEventListener('playing', countView, { once: true })
video.addEventListener('loadedmetadata', () => {
  // The browser may still play the sound if it cannot decode the picture.
  if (video.videoWidth === 0) playNext()
})
video.addEventListener('error', playNext)
playNext()

// Handles keys before the browser's controls, which would change the volume and the position a second time.
document.addEventListener(
  'keydown',
  (event) => {
    const action = actionOfKey(event.key)
    if (!action || isTaken(event)) return
    event.preventDefault()
    event.stopPropagation()
    action(video)
  },
  { capture: true },
)

const asksForAutoplay = new URLSearchParams(location.search).get('autoplay') === '1'
if (asksForAutoplay && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
  // Browsers autoplay only muted videos.
  video.muted = true
  start()
}

import { actionOfKey } from '../../../player/controls/player-actions.ts'
import { attachSource } from '../../../player/sources/attach-source.ts'
import { type PlaySource, playSources } from '../../../player/sources/play-sources.ts'

/**
 * The player that other sites put into their pages. The server has written the page (web/embed.html); without this
 * script the browser's own controls play it. No cookie and nothing stored: frames of other sites have neither.
 */
const player = document.querySelector<HTMLElement>('#player')!
const video = player.querySelector('video')!
const playButton = player.querySelector('button')!
const unavailable = document.querySelector<HTMLElement>('#unavailable')!
const sources = listSources()
/** Takes away what is played: at first the original, which the page itself names. */
let detach = () => {
  video.removeAttribute('src')
  video.load()
}

function start(): void {
  // Refused where the frame may not play by itself: the button is still there.
  video.play().catch(() => undefined)
}

/** From the first playing on it has the browser's controls. */
function begin(): void {
  video.controls = true
  if (!playButton.hidden) video.focus()
  playButton.hidden = true
}

/** Best first, by what the server has written. */
function listSources(): PlaySource[] {
  const { stream, streamSizes, preview } = video.dataset
  return playSources({
    streamUrl: stream || null,
    streamSizesCount: Number(streamSizes),
    videoUrl: video.getAttribute('src')!,
    previewUrl: preview || null,
  })
}

/** What cannot be played here is followed by the next best source, at the same moment. */
function playNext(): void {
  const { currentTime } = video
  // Not `paused`: the browser's controls pause what fails before we hear of it.
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

/** Meant for the browser, or for what has the focus: the browser's controls obey the space bar by themselves. */
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
  // A file whose picture cannot be decoded may still play its sound.
  if (video.videoWidth === 0) playNext()
})
video.addEventListener('error', playNext)
playNext()

document.addEventListener('keydown', (event) => {
  const action = actionOfKey(event.key)
  if (!action || isTaken(event)) return
  event.preventDefault()
  action(video)
})

const asksForAutoplay = new URLSearchParams(location.search).get('autoplay') === '1'
if (asksForAutoplay && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
  // Browsers let only a silent video begin by itself.
  video.muted = true
  start()
}

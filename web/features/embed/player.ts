import { playerKeys } from './player-keys.ts'

/**
 * The player that other sites put into their pages. The server has written the page (web/embed.html); without this
 * script the browser's own controls play it. No cookie and nothing stored: frames of other sites have neither.
 */
const player = document.querySelector<HTMLElement>('#player')!
const video = player.querySelector('video')!
const playButton = player.querySelector('button')!
const unavailable = document.querySelector<HTMLElement>('#unavailable')!

const asksForAutoplay = new URLSearchParams(location.search).get('autoplay') === '1'

function start(): void {
  playButton.hidden = true
  video.controls = true
  video.focus()
  // Refused, for instance while the frame may not play: its controls are there by now.
  video.play().catch(() => undefined)
}

/** The original may be of a kind that this browser cannot decode; the preview is not. */
function playPreview(): void {
  const { preview } = video.dataset
  if (preview && video.getAttribute('src') !== preview) {
    video.src = preview
    return start()
  }
  video.remove()
  playButton.remove()
  unavailable.textContent = 'Video unavailable'
}

function countView(): void {
  const view = { method: 'POST', credentials: 'omit', keepalive: true } as const
  fetch(`/api/videos/${player.dataset.videoId}/view`, view).catch(() => undefined)
}

video.controls = false
playButton.hidden = false
playButton.addEventListener('click', start)
video.addEventListener('error', playPreview)
video.addEventListener('loadedmetadata', () => {
  // A file whose picture cannot be decoded may still play its sound.
  if (video.videoWidth === 0) playPreview()
})
video.addEventListener('playing', countView, { once: true })
video.addEventListener('play', () => (player.dataset.state = 'playing'))
video.addEventListener('pause', () => (player.dataset.state = 'still'))
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).closest('a, button')) return
  const press = playerKeys[event.key.toLowerCase()]
  if (!press) return
  event.preventDefault()
  press(video)
})

if (asksForAutoplay && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
  // Browsers let only a silent video begin by itself.
  video.muted = true
  start()
}

type Press = (video: HTMLVideoElement) => void

const toggle: Press = (video) => void (video.paused ? video.play().catch(() => undefined) : video.pause())
const skip =
  (seconds: number): Press =>
  (video) => {
    video.currentTime = Math.min(Math.max(video.currentTime + seconds, 0), video.duration || 0)
  }
const louder =
  (step: number): Press =>
  (video) => {
    video.volume = Math.min(Math.max(video.volume + step, 0), 1)
  }
const jumpTo =
  (share: number): Press =>
  (video) => {
    video.currentTime = (video.duration || 0) * share
  }

/** What each key does, in lower case: the keys of the site's own player. */
export const playerKeys: Record<string, Press> = {
  ' ': toggle,
  k: toggle,
  j: skip(-10),
  l: skip(10),
  arrowleft: skip(-5),
  arrowright: skip(5),
  arrowup: louder(0.1),
  arrowdown: louder(-0.1),
  m: (video) => {
    video.muted = !video.muted
  },
  f: () => void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
  ...Object.fromEntries(Array.from({ length: 10 }, (_, digit) => [String(digit), jumpTo(digit / 10)])),
}

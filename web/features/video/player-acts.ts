/** Does one thing to a player. */
export type Act = (player: HTMLVideoElement) => void

const VOLUME_STEP = 0.1

const acts: Record<string, Act> = {
  ' ': togglePlaying,
  k: togglePlaying,
  j: seekBy(-10),
  l: seekBy(10),
  ArrowLeft: seekBy(-5),
  ArrowRight: seekBy(5),
  ArrowUp: changeVolume(VOLUME_STEP),
  ArrowDown: changeVolume(-VOLUME_STEP),
  m: (player) => {
    player.muted = !player.muted
  },
  f: toggleFullscreen,
}

/** What a key does to a player: to the site's own, and to the one in other sites' pages. */
export function actOfKey(key: string): Act | undefined {
  if (/^[0-9]$/.test(key)) return seekToTenth(Number(key))
  return Object.hasOwn(acts, key) ? acts[key] : undefined
}

function togglePlaying(player: HTMLVideoElement): void {
  if (player.paused) player.play().catch(() => undefined)
  else player.pause()
}

function seekBy(seconds: number): Act {
  return (player) => {
    player.currentTime = Math.min(Math.max(0, player.currentTime + seconds), lastMoment(player))
  }
}

function seekToTenth(tenth: number): Act {
  return (player) => {
    player.currentTime = (lastMoment(player) * tenth) / 10
  }
}

/** In seconds; 0 while the length is not known. */
function lastMoment({ duration }: HTMLVideoElement): number {
  return Number.isFinite(duration) ? duration : 0
}

function changeVolume(by: number): Act {
  return (player) => {
    player.volume = Math.min(1, Math.max(0, player.volume + by))
    if (by > 0) player.muted = false
  }
}

/** Where the browser refuses (an iPhone does, for elements) the player's own button remains. */
function toggleFullscreen(player: HTMLVideoElement): void {
  const done = document.fullscreenElement ? document.exitFullscreen() : player.requestFullscreen?.()
  done?.catch(() => undefined)
}

import { toggleCaptions } from '../captions/captions-choice.ts'

/** Does one thing to a player. */
export type Action = (player: HTMLVideoElement) => void

const VOLUME_STEP = 0.1

/** How many times as fast as it was made. */
export const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

const actions: Record<string, Action> = {
  ' ': togglePlaying,
  k: togglePlaying,
  j: seekBy(-10),
  l: seekBy(10),
  ArrowLeft: seekBy(-5),
  ArrowRight: seekBy(5),
  ArrowUp: changeVolume(VOLUME_STEP),
  ArrowDown: changeVolume(-VOLUME_STEP),
  m: toggleMuted,
  '<': slower,
  '>': faster,
  f: toggleFullscreen,
  c: toggleOwnCaptions,
}

/** What a key does to a player: to the site's own, and to the one in other sites' pages. */
export function actionOfKey(key: string): Action | undefined {
  if (/^[0-9]$/.test(key)) return seekToTenth(Number(key))
  return Object.hasOwn(actions, key) ? actions[key] : undefined
}

export function togglePlaying(player: HTMLVideoElement): void {
  if (player.paused) player.play().catch(() => undefined)
  else player.pause()
}

/** Sound that is turned on can be heard. */
export function toggleMuted(player: HTMLVideoElement): void {
  const isSilent = player.muted || player.volume === 0
  if (isSilent && player.volume === 0) player.volume = 0.5
  player.muted = !isSilent
}

/** The choice holds for all clips; where there is nothing to see of it, the key does nothing. */
function toggleOwnCaptions({ textTracks }: HTMLVideoElement): void {
  if (textTracks.length > 0) toggleCaptions()
}

/** @param volume From 0 to 1; 0 mutes. */
export function setVolume(player: HTMLVideoElement, volume: number): void {
  player.volume = volume
  player.muted = volume === 0
}

/** Also of what it plays after this: a source that is loaded brings the default back. */
export function setSpeed(player: HTMLVideoElement, speed: number): void {
  player.defaultPlaybackRate = speed
  player.playbackRate = speed
}

function slower(player: HTMLVideoElement): void {
  setSpeed(player, speeds.findLast((speed) => speed < player.playbackRate) ?? speeds[0])
}

function faster(player: HTMLVideoElement): void {
  setSpeed(player, speeds.find((speed) => speed > player.playbackRate) ?? speeds.at(-1)!)
}

export function seekTo(player: HTMLVideoElement, seconds: number): void {
  player.currentTime = Math.min(Math.max(0, seconds), lastMoment(player))
}

function seekBy(seconds: number): Action {
  return (player) => seekTo(player, player.currentTime + seconds)
}

function seekToTenth(tenth: number): Action {
  return (player) => seekTo(player, (lastMoment(player) * tenth) / 10)
}

/** In seconds; 0 while the length is not known. */
export function lastMoment({ duration }: HTMLVideoElement): number {
  return Number.isFinite(duration) ? duration : 0
}

function changeVolume(by: number): Action {
  return (player) => {
    player.volume = Math.min(1, Math.max(0, player.volume + by))
    if (by > 0) player.muted = false
  }
}

/** With the site's own controls, which are beside the player; an iPhone fills its screen with nothing but players. */
export function toggleFullscreen(player: HTMLVideoElement & { webkitEnterFullscreen?: () => void }): void {
  const frame = player.closest<HTMLElement>('[data-player]') ?? player
  if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined)
  else if ('requestFullscreen' in frame) frame.requestFullscreen().catch(() => undefined)
  else player.webkitEnterFullscreen?.()
}

import { toggleCaptions } from '../captions/captions-choice.ts'

export type Action = (player: HTMLVideoElement) => void

const VOLUME_STEP = 0.1

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

/** Returns the action of a key, for the site's own player and the embedded one. */
export function actionOfKey(key: string): Action | undefined {
  if (/^[0-9]$/.test(key)) return seekToTenth(Number(key))
  return Object.hasOwn(actions, key) ? actions[key] : undefined
}

/** Plays or pauses. A refused start is ignored. */
export function togglePlaying(player: HTMLVideoElement): void {
  if (player.paused) player.play().catch(() => undefined)
  else player.pause()
}

/** Toggles the sound. Unmuting at volume 0 also raises the volume. */
export function toggleMuted(player: HTMLVideoElement): void {
  const isSilent = player.muted || player.volume === 0
  if (isSilent && player.volume === 0) player.volume = 0.5
  player.muted = !isSilent
}

/** Toggles captions for all clips. Does nothing on a clip without captions. */
function toggleOwnCaptions({ textTracks }: HTMLVideoElement): void {
  if (textTracks.length > 0) toggleCaptions()
}

/** @param volume From 0 to 1; 0 mutes. */
export function setVolume(player: HTMLVideoElement, volume: number): void {
  player.volume = volume
  player.muted = volume === 0
}

/** Sets the speed for later sources as well, because loading a source resets it to the default. */
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

/** Seeks to a position, limited to the duration of the clip. */
export function seekTo(player: HTMLVideoElement, seconds: number): void {
  player.currentTime = Math.min(Math.max(0, seconds), durationOf(player))
}

function seekBy(seconds: number): Action {
  return (player) => seekTo(player, player.currentTime + seconds)
}

function seekToTenth(tenth: number): Action {
  return (player) => seekTo(player, (durationOf(player) * tenth) / 10)
}

/** Returns the duration in seconds, 0 while it is unknown. */
export function durationOf({ duration }: HTMLVideoElement): number {
  return Number.isFinite(duration) ? duration : 0
}

function changeVolume(by: number): Action {
  return (player) => {
    // Rounded, because ten steps would otherwise not lead to exactly 0.
    const volume = Math.min(1, Math.max(0, Math.round((player.volume + by) * 100) / 100))
    player.volume = volume
    if (by > 0 || volume === 0) player.muted = volume === 0
  }
}

/** Moves the picture to a small window of its own, or back. A browser may refuse before the clip has loaded. */
export function togglePictureInPicture(player: HTMLVideoElement): void {
  if (document.pictureInPictureElement === player) document.exitPictureInPicture().catch(() => undefined)
  else player.requestPictureInPicture().catch(() => undefined)
}

/** Toggles full screen with the site's own controls. An iPhone can only show the video itself in full screen. */
export function toggleFullscreen(player: HTMLVideoElement & { webkitEnterFullscreen?: () => void }): void {
  const frame = player.closest<HTMLElement>('[data-player]') ?? player
  if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined)
  else if ('requestFullscreen' in frame) frame.requestFullscreen().catch(() => undefined)
  else player.webkitEnterFullscreen?.()
}

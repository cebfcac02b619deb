import { isPageCovered } from '../../ui/page-cover.ts'

type Act = (player: HTMLVideoElement) => void

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

/**
 * The player's shortcuts, from anywhere on its page: space or k plays and pauses, j and l go 10 s and the arrows 5 s,
 * m mutes, f fills the screen, 0–9 go to that tenth. Up and down change the volume while the player has the focus;
 * elsewhere they scroll the page. Nothing while somebody types, in a dialog, or with a modifier.
 *
 * @returns What takes the shortcuts away again.
 */
export function listenToPlayerKeys(player: HTMLVideoElement): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isPageCovered() || takesKeys(event.target)) return
    const act = actFor(event, player)
    if (!act) return
    event.preventDefault()
    act(player)
  }
  // Before the browser's own controls, which would act a second time.
  addEventListener('keydown', onKeyDown, { capture: true })
  return () => removeEventListener('keydown', onKeyDown, { capture: true })
}

function actFor({ key, target }: KeyboardEvent, player: HTMLVideoElement): Act | undefined {
  // Space presses what has the focus: a button, a link, one of the browser's controls inside the player.
  if (key === ' ' && target instanceof Element && target.closest('button, a, summary, video')) return undefined
  if ((key === 'ArrowUp' || key === 'ArrowDown') && target !== player) return undefined
  if (/^[0-9]$/.test(key)) return seekToTenth(Number(key))
  return Object.hasOwn(acts, key) ? acts[key] : undefined
}

/** Whether keys belong to what has the focus: a text that is typed, or a list or slider that they move in. */
function takesKeys(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=tablist]') !== null
  )
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

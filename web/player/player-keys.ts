import { isPageCovered } from '../page/page-cover.ts'
import { type Action, actionOfKey } from './controls/player-actions.ts'

/**
 * The player's shortcuts, from anywhere on its page: space or k plays and pauses, j and l go 10 s and the arrows 5 s,
 * m mutes, c turns captions on and off, < and > change the speed, f fills the screen, 0–9 go to 0–90 % of the clip. Up
 * and down change the volume while the player has the focus; elsewhere they scroll the page, and a slider keeps the keys
 * that move it. Nothing while somebody types, in a dialog, or with a modifier.
 *
 * @returns What takes the shortcuts away again.
 */
export function listenToPlayerKeys(player: HTMLVideoElement): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      isPageCovered() ||
      takesKeys(event.target)
    )
      return
    const action = actionFor(event, player)
    if (!action) return
    event.preventDefault()
    action(player)
  }
  addEventListener('keydown', onKeyDown)
  return () => removeEventListener('keydown', onKeyDown)
}

function actionFor({ key, target }: KeyboardEvent, player: HTMLVideoElement): Action | undefined {
  const focused = target instanceof Element ? target : undefined
  // Space presses what has the focus: a button, a link.
  if (key === ' ' && focused?.closest('button, a, summary')) return undefined
  if ((key === 'ArrowUp' || key === 'ArrowDown') && !player.parentElement?.contains(focused ?? null)) return undefined
  if (key.startsWith('Arrow') && focused?.matches('[type=range]')) return undefined
  return actionOfKey(key)
}

/** Whether keys belong to what has the focus: a text that is typed, or a list or slider that they move in. */
function takesKeys(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type=range]), textarea, select, [contenteditable], [role=dialog], [role=menu], [role=tablist]',
    ) !== null
  )
}

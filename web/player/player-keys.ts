import { listenToKeys } from '../page/keyboard/listen-to-keys.ts'
import { type Action, actionOfKey } from './controls/player-actions.ts'

/**
 * Handles the player's shortcuts on the whole page. Space and k play or pause, j and l seek 10 s, and the left and
 * right arrows seek 5 s. The key m mutes, c toggles captions, < and > change the speed, and f toggles full screen. The
 * digits seek to 0–90 %. Up and down change the volume while the player has the focus. Elsewhere they scroll the page,
 * and a slider keeps the keys that move it. Shortcuts are disabled while the user types, in dialogs and with modifier
 * keys.
 *
 * @returns A function that removes the shortcuts.
 */
export function listenToPlayerKeys(player: HTMLVideoElement): () => void {
  return listenToKeys((event) => {
    const action = actionFor(event, player)
    return action && (() => action(player))
  })
}

function actionFor({ key, ctrlKey, target }: KeyboardEvent, player: HTMLVideoElement): Action | undefined {
  if (ctrlKey || takesKeys(target)) return undefined
  const focused = target instanceof Element ? target : undefined
  // Space activates the focused button or link.
  if (key === ' ' && focused?.closest('button, a, summary')) return undefined
  if ((key === 'ArrowUp' || key === 'ArrowDown') && !player.parentElement?.contains(focused ?? null)) return undefined
  if (key.startsWith('Arrow') && focused?.matches('[type=range]')) return undefined
  return actionOfKey(key)
}

/** Whether the focused element handles all keys itself, such as a text field or a menu. A slider handles only some. */
function takesKeys(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type=range]), textarea, select, [contenteditable], [role=dialog], [role=menu], [role=tablist]',
    ) !== null
  )
}

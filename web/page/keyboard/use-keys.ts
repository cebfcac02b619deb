import { useEffect, useEffectEvent } from 'react'
import { listenToKeys } from './listen-to-keys.ts'

/**
 * Handles single keys by their `event.key`, wherever the focus is. Ignores keys while the user types, in menus and
 * popovers, and while a dialog covers the page. Enter and Space belong to the focused button or link. A held key
 * triggers once.
 */
export function useKeys(keys: Record<string, (() => void) | undefined>): void {
  const actionOf = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || belongsToTarget(event)) return undefined
    return Object.hasOwn(keys, event.key) ? keys[event.key] : undefined
  })
  useEffect(() => listenToKeys((event) => actionOf(event)), [])
}

const OWN_KEYS =
  'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu], [role=slider]'
const PRESSABLE = 'a, button, summary, input, video'

function belongsToTarget({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  const isPress = key === 'Enter' || key === ' '
  return target.closest(isPress ? `${OWN_KEYS}, ${PRESSABLE}` : OWN_KEYS) !== null
}

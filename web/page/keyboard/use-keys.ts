import { useEffect, useEffectEvent } from 'react'
import { isPageCovered } from '../page-cover.ts'

/**
 * Handles single keys by their `event.key`, wherever the focus is. Ignores keys while the user types, in menus and
 * popovers, and while a dialog covers the page. Enter and Space belong to the focused button or link. A held key
 * triggers once.
 */
export function useKeys(keys: Record<string, (() => void) | undefined>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined
    if (!act || event.repeat || event.defaultPrevented || isPageCovered()) return
    if (event.ctrlKey || event.metaKey || event.altKey || belongsToTarget(event)) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

const OWN_KEYS =
  'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu], [role=slider]'
const PRESSABLE = 'a, button, summary, input, video'

function belongsToTarget({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  const isPress = key === 'Enter' || key === ' '
  return target.closest(isPress ? `${OWN_KEYS}, ${PRESSABLE}` : OWN_KEYS) !== null
}

import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { focusContent, isFocusLost } from '../../page/focus.ts'

const BUTTON = 'button:not(:disabled)'

/**
 * Returns the ref of an element, such as a list item. If an action removes the element while it contains the focus, the
 * focus moves to the first button after it, or else before it, among its siblings.
 *
 * @param focusSubstitute Moves the focus if there is no such button. By default, to the page's content.
 */
export function useFocusAfterRemoval<E extends HTMLElement>(focusSubstitute = focusContent): RefObject<E | null> {
  const ref = useRef<E>(null)
  const onNoButton = useEffectEvent(focusSubstitute)
  useLayoutEffect(() => {
    const element = ref.current
    const parent = element?.parentElement
    return () => {
      if (!parent || !element.contains(document.activeElement)) return
      const index = [...parent.children].indexOf(element)
      // Other elements may appear or disappear at the same time.
      queueMicrotask(() => {
        if (!isFocusLost()) return
        const siblings = parent.isConnected ? [...parent.children] : []
        const nearest = [...siblings.slice(index), ...siblings.slice(0, index).toReversed()]
        const buttons = nearest.map((each) => (each.matches(BUTTON) ? each : each.querySelector<HTMLElement>(BUTTON)))
        const next = buttons.find((button) => button !== null) as HTMLElement | undefined
        if (next) next.focus()
        else onNoButton()
      })
    }
  }, [])
  return ref
}

import type { KeyboardEvent } from 'react'
import { useState } from 'react'
import type { Suggestion } from '../../../../contract/discovery/search.ts'
import { useSuggestions } from './use-suggestions.ts'

/**
 * Holds the text in the search field and the index of the active suggestion (-1: none, the field itself). The focus
 * stays in the field.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function useCombobox(q: string) {
  const [text, setText] = useState(q)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const suggestions = useSuggestions(text, isOpen)
  const chosen: Suggestion | undefined = suggestions[active]

  const type = (typed: string) => {
    setText(typed)
    setOpen(true)
    setActive(-1)
  }
  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const move = (step: 1 | -1) => {
    setOpen(true)
    const places = suggestions.length + 1
    setActive(((active + 1 + step + places) % places) - 1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Escape' && suggestions.length > 0) close()
    else return
    event.preventDefault()
  }
  return { text, suggestions, active, chosen, type, close, onKeyDown }
}

import { useQueryClient, useQuery } from '@tanstack/react-query'
import SearchIcon from 'lucide-react/icons/search'
import { type RefObject, useId, type KeyboardEvent, useState, useEffect } from 'react'
import { SEARCH_MAX_LENGTH, type Suggestion } from '../../../../contract/discovery/search.ts'
import { countOf } from '../../../format/count.ts'
import { isComposing } from '../../../page/keyboard/composing.ts'
import { controlClass } from '../../../ui/forms/field.tsx'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'
import { addRecentSearch } from './recent-searches.ts'
import { resetSearch, suggestionsQuery } from './search.queries.ts'
import { pathOf, readSearch, searchPath } from './search-address.ts'
import { optionId, SuggestionList } from './suggestion-list.tsx'

interface SearchBoxProps {
  q: string
  /** Opens the address of a submitted search or a chosen suggestion. */
  onGo: (path: string) => void
  field?: RefObject<HTMLInputElement | null>
  className?: string
}

export function SearchBox({ q, onGo, field, className = '' }: SearchBoxProps) {
  const client = useQueryClient()
  const user = useOwnUser()
  const listId = useId()
  const { text, suggestions, active, chosen, type, close, onKeyDown } = useCombobox(q)
  const isShown = suggestions.length > 0
  const go = (path: string) => {
    close()
    const search = readSearch(new URL(path, location.origin).search)
    if (search.q && user !== undefined) addRecentSearch(user?.id, search.q)
    resetSearch(client, search)
    onGo(path)
  }
  return (
    <form
      role="search"
      className={`relative ${className}`}
      onSubmit={(event) => {
        event.preventDefault()
        go(chosen ? pathOf(chosen) : searchPath(text))
      }}
    >
      <SearchIcon className="pointer-events-none absolute inset-y-0 left-4 my-auto size-5 max-sm:left-3 text-ink-muted" />
      <input
        ref={field}
        type="search"
        role="combobox"
        aria-label="Search clips"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-activedescendant={chosen && optionId(listId, active)}
        placeholder="Search clips…"
        autoComplete="off"
        enterKeyHint="search"
        dir="auto"
        maxLength={SEARCH_MAX_LENGTH}
        value={text}
        onChange={({ target }) => type(target.value)}
        onKeyDown={onKeyDown}
        onBlur={close}
        className={`${controlClass} min-h-12 pl-12 max-sm:pr-2 max-sm:pl-10`}
      />
      {isShown && (
        <SuggestionList
          id={listId}
          suggestions={suggestions}
          active={active}
          onChoose={(suggestion) => go(pathOf(suggestion))}
        />
      )}
      <span role="status" className="sr-only">
        {isShown && countOf(suggestions.length, 'suggestion')}
      </span>
    </form>
  )
}

/**
 * Holds the text in the search field and the active suggestion (index -1: none, the field itself). The focus stays in
 * the field. Later suggestions may move the active one, but never put another in its place.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
function useCombobox(q: string) {
  const [text, setText] = useState(q)
  const [isOpen, setOpen] = useState(false)
  const [wanted, setWanted] = useState<Suggestion>()
  const suggestions = useSuggestions(text, isOpen)
  const active = suggestions.findIndex((each) => each.kind === wanted?.kind && each.text === wanted.text)
  const chosen: Suggestion | undefined = suggestions[active]

  const type = (typed: string) => {
    setText(typed)
    setOpen(true)
    setWanted(undefined)
  }
  const close = () => {
    setOpen(false)
    setWanted(undefined)
  }
  const move = (step: 1 | -1) => {
    setOpen(true)
    const places = suggestions.length + 1
    setWanted(suggestions[((active + 1 + step + places) % places) - 1])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Escape' && suggestions.length > 0) close()
    else return
    event.preventDefault()
  }
  return { text, suggestions, active, chosen, type, close, onKeyDown }
}

/** Milliseconds between the last keystroke and the request. */
const DEBOUNCE_MS = 120

const none: Suggestion[] = []

/** Returns suggestions for the typed text. There are none if the request fails, and the search works without them. */
function useSuggestions(text: string, isWanted: boolean): Suggestion[] {
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(text.trimStart()), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const isAsked = isWanted && text.trim() !== ''
  const { data } = useQuery({ ...suggestionsQuery(q), enabled: isAsked && q !== '' })
  return isAsked && data ? data.suggestions : none
}

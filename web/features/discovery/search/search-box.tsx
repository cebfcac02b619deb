import { useQueryClient } from '@tanstack/react-query'
import SearchIcon from 'lucide-react/icons/search'
import type { RefObject } from 'react'
import { useId } from 'react'
import { SEARCH_MAX_LENGTH } from '../../../../contract/discovery/search.ts'
import { controlClass } from '../../../ui/forms/field.tsx'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'
import { addRecentSearch } from './recent-searches.ts'
import { forgetFound } from './search.queries.ts'
import { pathOf, readSearch, searchPath } from './search-address.ts'
import { optionId, SuggestionList } from './suggestion-list.tsx'
import { useCombobox } from './use-combobox.ts'

interface SearchBoxProps {
  /** The current search. */
  q: string
  /** Opens the address of a submitted search or a chosen suggestion. */
  onGo: (path: string) => void
  field?: RefObject<HTMLInputElement | null>
  className?: string
}

/** The search field, with suggestions below it during typing. */
export function SearchBox({ q, onGo, field, className = '' }: SearchBoxProps) {
  const client = useQueryClient()
  const { user } = useOwnUser()
  const listId = useId()
  const { text, suggestions, active, chosen, type, close, onKeyDown } = useCombobox(q)
  const isShown = suggestions.length > 0
  const go = (path: string) => {
    close()
    const { q: searched } = readSearch(new URL(path, location.origin).search)
    if (searched && user !== undefined) addRecentSearch(user?.id, searched)
    forgetFound(client, path)
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
      <SearchIcon
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-4 size-5 max-sm:left-3 -translate-y-1/2 text-ink-muted"
      />
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
        {isShown && `${suggestions.length} ${suggestions.length === 1 ? 'suggestion' : 'suggestions'}`}
      </span>
    </form>
  )
}

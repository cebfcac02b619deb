import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Suggestion } from '../../../../contract/discovery/search.ts'
import { suggestionsQuery } from './search.queries.ts'

/** Milliseconds between the last keystroke and the request. */
const DEBOUNCE_MS = 120

const none: Suggestion[] = []

/** Returns suggestions for the typed text. There are none if the request fails, and the search works without them. */
export function useSuggestions(text: string, isWanted: boolean): Suggestion[] {
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(text.trimStart()), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const isAsked = isWanted && text.trim() !== ''
  const { data } = useQuery({ ...suggestionsQuery(q), enabled: isAsked && q !== '' })
  return isAsked && data ? data.suggestions : none
}

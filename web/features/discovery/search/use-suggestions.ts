import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Suggestion } from '../../../../contract/discovery/search.ts'
import { suggestionsQuery } from './search.queries.ts'

/** So long after the last key the server is asked. */
const DEBOUNCE_MS = 120

const none: Suggestion[] = []

/** What may be meant by what has been typed. Without an answer there are none: the search goes on without them. */
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

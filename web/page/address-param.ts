import { useCallback } from 'react'
import { useSearch } from 'wouter'

/**
 * A choice that is kept in the address, such as a tab or a sort: it survives reload and Back, and can be sent to
 * somebody. Changing it replaces the entry of the history, so that one Back leaves the page, and the focus stays.
 *
 * @param fallback What holds when the address says nothing, and is not written there.
 */
export function useAddressParam(name: string, fallback: string): [string, (value: string) => void] {
  const value = new URLSearchParams(useSearch()).get(name) ?? fallback
  const change = useCallback(
    (next: string) => {
      const params = new URLSearchParams(location.search)
      if (next === fallback) params.delete(name)
      else params.set(name, next)
      const search = params.size > 0 ? `?${params}` : ''
      history.replaceState(history.state, '', location.pathname + search)
    },
    [name, fallback],
  )
  return [value, change]
}

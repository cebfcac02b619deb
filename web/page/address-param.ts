import { useCallback } from 'react'
import { useSearch } from 'wouter'

/** Returns a parameter of an address without NUL characters, which the server refuses. */
export function readParam(addressSearch: string, name: string): string | undefined {
  return new URLSearchParams(addressSearch).get(name)?.replaceAll('\0', '')
}

/**
 * Returns a choice in the address, such as a tab or a sort order, and a function that changes it. The choice survives
 * reload and Back and can be shared. A change keeps the focus. It replaces the history entry, so that Back leaves the
 * page.
 *
 * @param fallback The value without the parameter. It is not written to the address.
 */
export function useAddressParam(name: string, fallback: string): [string, (value: string) => void] {
  const value = readParam(useSearch(), name) ?? fallback
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

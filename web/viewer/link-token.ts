import { useEffect, useState } from 'react'
import { onSignOut } from './personal-state.ts'

/** What a link opens the site with, in its fragment. */
export interface LinkToken {
  /**
   * Taken out of the address at once, which is shown, remembered and copied, into the storage of this tab, where it
   * outlives signing in and loading the page anew.
   */
  take(): string | undefined
  /** It was used, or is good for nothing. */
  forget(): void
}

/** For the whole visit: call it once, where a module is loaded. @param key Which link it is, for the storage. */
export function keepLinkToken(key: string): LinkToken {
  /** Where storage is blocked, it is kept until the page is loaded anew. */
  let kept: string | undefined

  function take(): string | undefined {
    if (location.hash.length > 1) {
      kept = location.hash.slice(1)
      history.replaceState(history.state, '', location.pathname)
      try {
        sessionStorage.setItem(key, kept)
      } catch {
        // Storage is blocked.
      }
    }
    try {
      return kept ?? sessionStorage.getItem(key) ?? undefined
    } catch {
      return kept
    }
  }

  function forget(): void {
    kept = undefined
    try {
      sessionStorage.removeItem(key)
    } catch {
      // Storage is blocked: nothing is kept there.
    }
  }

  onSignOut(forget)
  return { take, forget }
}

/** Also of a link that is opened while the page is here. */
export function useLinkToken({ take }: LinkToken): string | undefined {
  const [token, setToken] = useState(take)
  useEffect(() => {
    const takeNext = () => setToken(take())
    addEventListener('hashchange', takeNext)
    return () => removeEventListener('hashchange', takeNext)
  }, [take])
  return token
}

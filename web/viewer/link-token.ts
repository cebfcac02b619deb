import { useEffect, useState } from 'react'
import { readStored, writeStored } from '../page/browser-storage.ts'
import { onSignOut } from './personal-state.ts'

/** The token in the fragment of a link to the site. */
interface LinkToken {
  /**
   * Reads the token, and moves it from the address to the tab's session storage. In the address it would be visible and
   * enter the history. The storage survives signing in and reloads.
   */
  take(): string | undefined
  /** Deletes a used or invalid token. */
  forget(): void
}

/** Creates a token reader. Call it once per link, at module level. @param key Storage name of the link's token. */
export function keepLinkToken(key: string): LinkToken {
  /** The token in memory, for browsers that block the storage. */
  let kept: string | undefined

  function take(): string | undefined {
    if (location.hash.length > 1) {
      kept = location.hash.slice(1)
      history.replaceState(history.state, '', location.pathname)
      writeStored('sessionStorage', key, kept)
    }
    return kept ?? readStored('sessionStorage', key) ?? undefined
  }

  function forget(): void {
    kept = undefined
    writeStored('sessionStorage', key, null)
  }

  onSignOut(forget)
  return { take, forget }
}

/** Returns the token of the link. A link that is opened while the page is mounted replaces the token. */
export function useLinkToken({ take }: LinkToken): string | undefined {
  const [token, setToken] = useState(take)
  useEffect(() => {
    const takeNext = () => setToken(take())
    addEventListener('hashchange', takeNext)
    return () => removeEventListener('hashchange', takeNext)
  }, [take])
  return token
}

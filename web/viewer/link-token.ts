import { useEffect, useState } from 'react'
import type { checkInvitation } from '../../contract/account/invitations.ts'
import type { checkResetLink } from '../../contract/account/recovery.ts'
import { endpointQuery } from '../net/endpoint-query.ts'
import { readStored, writeStored } from '../page/browser-storage.ts'
import { onSignOut } from './personal-state.ts'

/** The token in the fragment of a link to the site. */
interface LinkToken {
  /**
   * Reads the token, and moves it from the address to the tab's session storage. In the address it would be visible and
   * enter the history. The storage survives signing in and reloads.
   */
  read(): string | undefined
  /** Deletes a used or invalid token. */
  discard(): void
}

/** Creates a token reader. Call it once per link, at module level. @param key Storage name of the link's token. */
export function createLinkToken(key: string): LinkToken {
  /** The token in memory, for browsers that block the storage. */
  let token: string | undefined

  function read(): string | undefined {
    if (location.hash.length > 1) {
      token = location.hash.slice(1)
      history.replaceState(history.state, '', location.pathname)
      writeStored('sessionStorage', key, token)
    }
    return token ?? readStored('sessionStorage', key) ?? undefined
  }

  function discard(): void {
    token = undefined
    writeStored('sessionStorage', key, null)
  }

  onSignOut(discard)
  return { read, discard }
}

/** Returns the token of the link. A link that is opened while the page is mounted replaces the token. */
export function useLinkToken({ read }: LinkToken): string | undefined {
  const [token, setToken] = useState(read)
  useEffect(() => {
    const readNext = () => setToken(read())
    addEventListener('hashchange', readNext)
    return () => removeEventListener('hashchange', readNext)
  }, [read])
  return token
}

/** Asks the server whether the token of a link works, without using it. */
export const linkCheckQuery = (check: typeof checkInvitation | typeof checkResetLink, token: string | undefined) =>
  endpointQuery(
    check,
    { body: { token: token ?? '' } },
    // The reply is empty. A query needs a value.
    { enabled: token !== undefined, staleTime: 0, read: (reply) => reply.then(() => 'valid' as const) },
  )

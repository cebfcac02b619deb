import { onSignOut } from '../../viewer/personal-state.ts'

const KEY = 'claim'
/** Where storage is blocked, it is kept until the page is loaded anew. */
let kept: string | undefined

/**
 * What the link of `npm run admin` opens the site with: taken out of the address at once, which is shown, remembered and
 * copied, into the storage of this tab, where it outlives signing in.
 */
export function takeClaimToken(): string | undefined {
  if (location.hash.length > 1) {
    kept = location.hash.slice(1)
    history.replaceState(history.state, '', location.pathname)
    try {
      sessionStorage.setItem(KEY, kept)
    } catch {
      // Storage is blocked.
    }
  }
  try {
    return kept ?? sessionStorage.getItem(KEY) ?? undefined
  } catch {
    return kept
  }
}

/** It was used, or is good for nothing. */
export function forgetClaimToken(): void {
  kept = undefined
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Storage is blocked: nothing is kept there.
  }
}

onSignOut(forgetClaimToken)

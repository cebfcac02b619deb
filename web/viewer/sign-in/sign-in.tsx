import type { ReactNode } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { currentPath } from '../../page/navigation.ts'
import { type Intent, storeIntent } from './intent.ts'
import { signInPath } from './return-path.ts'

/** History state of the sign-in screen: the previous history entry is the page to return to. */
export interface CameFrom {
  from: string
}

/** Returns a function that sends a visitor to sign in for an action, and back to the current page. */
export function usePromptToSignIn(): (intent: Intent) => void {
  const [, navigate] = useLocation()
  return (intent) => {
    const from = currentPath()
    storeIntent(intent, from)
    navigate(signInPath(from), { state: { from } satisfies CameFrom })
  }
}

/** A link to the sign-in screen, which leads back to the current page. */
export function SignInLink(props: { className: string; onClick?: () => void; children: ReactNode }) {
  // The hooks only render the link again when the address changes. Their own values are decoded, unlike the address.
  useLocation()
  useSearch()
  const from = currentPath()
  return <Link href={from === '/' ? '/auth' : signInPath(from)} state={{ from } satisfies CameFrom} {...props} />
}

import type { ReactNode } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { here } from '../../page/navigation.ts'
import { type Intent, keepIntent } from './intent.ts'
import { signInPath } from './return-path.ts'

/** In the history, beside the sign-in screen's address: the page before is the one to come back to. */
export interface CameFrom {
  from: string
}

/** Sends a visitor to sign in for something, and back to where they are now. */
export function useAskToSignIn(): (intent: Intent) => void {
  const [, navigate] = useLocation()
  return (intent) => {
    const from = here()
    keepIntent(intent, from)
    navigate(signInPath(from), { state: { from } satisfies CameFrom })
  }
}

interface SignInLinkProps {
  className: string
  onClick?: () => void
  children: ReactNode
}

/** Leads to the sign-in screen, and from there back to this page. */
export function SignInLink(props: SignInLinkProps) {
  // For a change of them: both decode, and the address is compared with the one to come back to.
  useLocation()
  useSearch()
  const from = here()
  return <Link href={from === '/' ? '/auth' : signInPath(from)} state={{ from } satisfies CameFrom} {...props} />
}

import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import type { OwnUser } from '../../../contract/users.ts'
import { PageSpinner } from '../../ui/spinner.tsx'
import { useOwnUser } from './auth.queries.ts'
import { signInPath } from './return-path.ts'

/** Shows its children to a signed-in user only; sends visitors to sign in and back. */
export function Protected({ children }: { children: (user: OwnUser) => ReactNode }) {
  const { user } = useOwnUser()
  if (user === undefined) return <PageSpinner />
  if (user === null) return <Redirect to={signInPath(location.pathname)} replace />
  return children(user)
}

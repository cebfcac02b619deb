import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import type { OwnUser } from '../../../contract/account/users.ts'
import { currentPath } from '../../page/navigation.ts'
import { LoadFailure } from '../../ui/loading/load-failure.tsx'
import { PageSpinner } from '../../ui/loading/spinner.tsx'
import { signInPath } from './return-path.ts'
import { ownUserQuery } from '../viewer.queries.ts'

/**
 * Renders its children for a signed-in user only. Visitors are sent to sign in and then back. If the session cannot be
 * loaded, an error is shown instead, because the viewer may be signed in.
 */
export function Protected({ children }: { children: (user: OwnUser) => ReactNode }) {
  const { data: user, isPending, refetch } = useQuery(ownUserQuery)
  if (isPending) return <PageSpinner />
  if (user === undefined) return <LoadFailure what="your account" page onRetry={() => void refetch()} />
  if (user === null) return <Redirect to={signInPath(currentPath())} replace />
  return children(user)
}

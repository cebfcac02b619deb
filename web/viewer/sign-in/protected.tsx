import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import type { OwnUser } from '../../../contract/social/profiles.ts'
import { here } from '../../page/navigation.ts'
import { NotArrived } from '../../ui/notice.tsx'
import { PageSpinner } from '../../ui/spinner.tsx'
import { signInPath } from './return-path.ts'
import { ownUserQuery } from '../viewer.queries.ts'

/**
 * Shows its children to a signed-in user only; sends visitors to sign in and back. Whoever cannot be asked about is not
 * sent to a form that they may not need.
 */
export function Protected({ children }: { children: (user: OwnUser) => ReactNode }) {
  const { data: user, isPending, refetch } = useQuery(ownUserQuery)
  if (isPending) return <PageSpinner />
  if (user === undefined) return <NotArrived what="your account" page onRetry={() => void refetch()} />
  if (user === null) return <Redirect to={signInPath(here())} replace />
  return children(user)
}

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import type { OwnUser } from '../../../contract/account/users.ts'
import { currentPath } from '../../page/navigation.ts'
import { QueryContent } from '../../ui/loading/query-content.tsx'
import { signInPath } from './return-path.ts'
import { ownUserQuery } from '../viewer.queries.ts'

/**
 * Renders its children for a signed-in user only. Visitors are sent to sign in and then back. If the session cannot be
 * loaded, an error is shown instead, because the viewer may be signed in.
 */
export function Protected({ children }: { children: (user: OwnUser) => ReactNode }) {
  return (
    <QueryContent query={useQuery(ownUserQuery)} what="your account" page>
      {(user) => (user === null ? <Redirect to={signInPath(currentPath())} replace /> : children(user))}
    </QueryContent>
  )
}

import { lazy, Suspense } from 'react'
import { useOwnUser } from '../auth/auth.queries.ts'

const CreateProfileDialog = lazy(() =>
  import('./create-profile-dialog.tsx').then((module) => ({ default: module.CreateProfileDialog })),
)

/** Wherever they are: a signed-in user without a username is asked for one first. */
export function CreateProfileGate() {
  const { user } = useOwnUser()
  if (!user || user.username !== null) return null
  return (
    <Suspense>
      <CreateProfileDialog user={user} />
    </Suspense>
  )
}

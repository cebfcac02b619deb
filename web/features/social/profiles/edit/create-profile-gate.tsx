import { lazyPart } from '../../../../net/lazy-part.tsx'
import { useOwnUser } from '../../../../viewer/viewer.queries.ts'

const CreateProfileDialog = lazyPart(() => import('./create-profile-dialog.tsx'), 'CreateProfileDialog')

/** Asks a signed-in user without a username for one, on every page. */
export function CreateProfileGate() {
  const { user } = useOwnUser()
  // Accounts that await approval or deletion cannot create a profile.
  if (!user || user.username !== null || user.standing === 'waiting' || user.standing === 'leaving') return null
  // Another user must not find the names of this one.
  return <CreateProfileDialog key={user.id} user={user} />
}

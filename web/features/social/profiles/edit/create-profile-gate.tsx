import type { OwnUser } from '../../../../../contract/account/users.ts'
import { lazyPart } from '../../../../net/lazy-part.tsx'
import { useOwnUser } from '../../../../viewer/viewer.queries.ts'

const CreateProfileDialog = lazyPart(() => import('./create-profile-dialog.tsx'), 'CreateProfileDialog')

/** Whether the user has to create a profile. Accounts that await approval or deletion cannot. */
export function needsProfile({ username, standing }: OwnUser): boolean {
  return username === null && standing !== 'waiting' && standing !== 'leaving'
}

/** Asks a signed-in user without a username for one, on every page. */
export function CreateProfileGate() {
  const user = useOwnUser()
  if (!user || !needsProfile(user)) return null
  // Another user must not find the names of this one.
  return <CreateProfileDialog key={user.id} user={user} />
}

import { lazyPart } from '../../../../net/lazy-part.tsx'
import { useOwnUser } from '../../../../viewer/viewer.queries.ts'

const CreateProfileDialog = lazyPart(() =>
  import('./create-profile-dialog.tsx').then((module) => module.CreateProfileDialog),
)

/** Wherever they are: a signed-in user without a username is asked for one first. */
export function CreateProfileGate() {
  const { user } = useOwnUser()
  // Who waits to be let in could not make it, nor who is about to leave.
  if (!user || user.username !== null || user.standing === 'waiting' || user.standing === 'leaving') return null
  return <CreateProfileDialog user={user} />
}

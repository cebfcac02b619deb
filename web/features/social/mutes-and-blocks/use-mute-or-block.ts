import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { listFollowers, listFollowing } from '../../../../contract/social/follows.ts'
import {
  blockUser,
  type MuteOrBlockState,
  muteUser,
  unblockUser,
  unmuteUser,
} from '../../../../contract/social/mutes-and-blocks.ts'
import {
  type CurrentMuteOrBlock,
  getUser,
  getUserByUsername,
  type MuteOrBlock,
  type PublicUser,
} from '../../../../contract/social/profiles.ts'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { callsOf } from '../../../net/query-keys.ts'
import { showToast } from '../../../page/toast.ts'
import { nameOf } from '../../../people/person.ts'
import { patchProfile } from '../../../people/profile-cache.ts'
import { invalidateLists, removePerson } from './muted-lists.ts'
import { patchMutedList } from './mutes-and-blocks.queries.ts'

export type Person = Pick<PublicUser, 'id' | 'username' | 'displayName'>

const setters = { mute: muteUser, block: blockUser }
const removers = { mute: unmuteUser, block: unblockUser }
const pastTenses = { mute: 'muted', block: 'blocked' }

/**
 * Returns functions that mute, block, unmute and unblock people. After a mute or block, the person's items leave the
 * cached lists at once (`removePerson`). They return if the server refuses the change or the viewer undoes it.
 */
export function useMuteOrBlock() {
  const client = useQueryClient()

  /** @param before The current mute, if any. Undoing a block restores it. */
  async function setMuteOrBlock(person: Person, kind: MuteOrBlock, before: CurrentMuteOrBlock): Promise<void> {
    const { refetch, restore } = removePerson(client, person.id)
    try {
      await send(client, person, setters[kind])
    } catch (error) {
      restore()
      return toastFailure(`We couldn’t ${kind} ${nameOf(person)}`)(error as Error)
    } finally {
      // Earlier, the replies could still contain the person.
      refetch()
    }
    // A block ends follows, and an immediate undo restores them.
    if (kind === 'block') void client.invalidateQueries(follows)
    const isMuted = before === 'mute'
    const undo = () => void undoMuteOrBlock(person, kind, isMuted ? { mute: true } : { restore })
    showToast(`You ${pastTenses[kind]} ${nameOf(person)}`, undefined, { label: 'Undo', act: undo })
  }

  async function undoMuteOrBlock(
    person: Person,
    kind: MuteOrBlock,
    { restore = () => invalidateLists(client), mute = false } = {},
  ): Promise<void> {
    try {
      await send(client, person, removers[kind])
      if (mute) await send(client, person, muteUser)
    } catch (error) {
      return toastFailure(`We couldn’t un${kind} ${nameOf(person)}`)(error as Error)
    }
    if (kind === 'block') void client.invalidateQueries(follows)
    if (!mute) restore()
    showToast(`You un${pastTenses[kind]} ${nameOf(person)}`)
  }

  return { setMuteOrBlock, undoMuteOrBlock: (person: Person, kind: MuteOrBlock) => undoMuteOrBlock(person, kind) }
}

/** A filter for profiles and lists of followers. */
const follows = callsOf(getUser, getUserByUsername, listFollowers, listFollowing)

/** Sends the change, and shows its result in the person's profile and in the settings. */
async function send(client: QueryClient, { id }: Person, endpoint: (typeof setters)[MuteOrBlock]): Promise<void> {
  const { relation }: MuteOrBlockState = await call(endpoint, { params: { id } })
  patchProfile(client, id, (profile) => ({
    ...profile,
    relation,
    isFollowing: profile.isFollowing && relation !== 'block',
  }))
  patchMutedList(client, id, relation)
}

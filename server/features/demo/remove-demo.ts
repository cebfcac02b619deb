import { AppError } from '../../errors/app-error.ts'
import type { Db } from '../../db/connect.ts'
import type { SiteMark } from '../../db/schema.ts'
import { deleteObjectsOrSweep } from '../../objects/objects.queries.ts'
import type { Deps } from '../../setup/deps.ts'
import { profileChanged } from '../../signals/user-signals.ts'
import { unfollow } from '../follows/follows.queries.ts'
import { leaveAvatar } from '../users/users.queries.ts'
import { deleteVideo } from '../videos/delete-video.ts'

const REMOVED: SiteMark = 'demo-removed'

type RemoveDeps = Pick<Deps, 'db' | 'storage' | 'signals'>

/** What was removed. */
export interface Removed {
  creators: number
  clips: number
}

/**
 * Removes the samples for good: their clips, with what people wrote below them, their creators, and who follows those.
 * What people published themselves stays. Safe while the site runs, and while the samples are being loaded.
 */
export async function removeDemo(deps: RemoveDeps): Promise<Removed> {
  // First, so that a load which is under way finds it at its end.
  await deps.db
    .insertInto('siteMarks')
    .values({ name: REMOVED })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return removeSamples(deps)
}

/** Once the samples were removed, nothing brings them back. */
export async function isDemoRemoved(db: Db): Promise<boolean> {
  const mark = await db.selectFrom('siteMarks').select('name').where('name', '=', REMOVED).executeTakeFirst()
  return mark !== undefined
}

/** Each by what a person's own request would call: counts stay exact, and open pages hear of it. */
export async function removeSamples(deps: RemoveDeps): Promise<Removed> {
  const samples = await deps.db.selectFrom('users').select('id').where('isSample', '=', true).execute()
  const removed = { creators: 0, clips: 0 }
  for (const { id } of samples) {
    removed.clips += await removeCreator(deps, id)
    removed.creators++
  }
  return removed
}

/** @returns How many clips went with them. Samples have no likes and comments of their own: nobody signs in as one. */
async function removeCreator(deps: RemoveDeps, id: string): Promise<number> {
  let clips = 0
  let freed: string[] | undefined
  // Somebody may follow them, or a load publish a clip, between the steps.
  while (freed === undefined) {
    clips += await removeClips(deps, id)
    await removeFollows(deps, id)
    freed = await deleteAccount(deps.db, id)
  }
  profileChanged(deps.signals, id)
  await deleteObjectsOrSweep(deps, freed)
  return clips
}

async function removeClips(deps: RemoveDeps, userId: string): Promise<number> {
  const clips = await deps.db.selectFrom('videos').select('id').where('userId', '=', userId).execute()
  for (const { id } of clips) await deleteVideo(deps, id, userId).catch(unlessGone)
  return clips.length
}

async function removeFollows(deps: RemoveDeps, userId: string): Promise<void> {
  const follows = await deps.db
    .selectFrom('follows')
    .select(['followerId', 'followingId'])
    .where(({ or, eb }) => or([eb('followerId', '=', userId), eb('followingId', '=', userId)]))
    .execute()
  for (const { followerId, followingId } of follows) await unfollow(deps, followerId, followingId).catch(unlessGone)
}

/** @returns The objects to delete; `undefined` if clips or follows came in between, and the account is still there. */
function deleteAccount(db: Db, id: string): Promise<string[] | undefined> {
  return db.transaction().execute(async (tx) => {
    // Whoever would add a clip or a follow waits for this row, and then finds it gone.
    const account = await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
    if (!account) return []
    const clip = await tx.selectFrom('videos').select('id').where('userId', '=', id).limit(1).executeTakeFirst()
    const follow = await tx
      .selectFrom('follows')
      .select('id')
      .where(({ or, eb }) => or([eb('followerId', '=', id), eb('followingId', '=', id)]))
      .limit(1)
      .executeTakeFirst()
    if (clip || follow) return undefined
    const avatar = await leaveAvatar(tx, id)
    await tx.deleteFrom('users').where('id', '=', id).execute()
    return avatar
  })
}

/** Its owner, or another who removes the samples, was quicker. */
function unlessGone(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
}

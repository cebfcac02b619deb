import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { isNotFound } from '../../../errors/app-error.ts'
import { deleteObjectsOrSweep, giveUpUploads } from '../../../objects/objects.queries.ts'
import type { Deps } from '../../../setup/deps.ts'
import { PROFILE_CHANGED } from '../../../signals/user-signals.ts'
import { anonymiseCasesAbout } from '../../moderation/cases/close-case.ts'
import { deleteCommentLikesOf, deleteCommentsOf } from '../../social/comments/delete-comments-of.ts'
import { deleteFollowsOf } from '../../social/follows/follows.queries.ts'
import { deleteLikesOf } from '../../social/likes/likes.queries.ts'
import { deleteNotificationsOf } from '../../social/notifications/notifications.queries.ts'
import { deleteMutesAndBlocksOf } from '../../social/mutes-and-blocks/mutes-and-blocks.queries.ts'
import { retireAccount } from '../users/retired-accounts.ts'
import { markFormerAvatarDeleted } from '../../social/profiles/profiles.queries.ts'
import { deleteVideo } from '../../videos/publishing/delete-video.ts'

type RemoveDeps = Pick<Deps, 'db' | 'storage' | 'signals'>

/**
 * Maximum number of the account's rows that one transaction removes. Viewers who like the same clips wait only for one
 * transaction, which takes a few milliseconds.
 */
const ROUND_ROWS = 250

/**
 * The kinds of rounds. Each removes some of the account's rows, and changes counts as the owner's own actions would.
 */
const rounds: ((deps: RemoveDeps, userId: string, limit: number) => Promise<number>)[] = [
  deleteNotificationsOf,
  deleteLikesOf,
  deleteCommentLikesOf,
  deleteCommentsOf,
  deleteFollowsOf,
  deleteMutesAndBlocksOf,
  deleteVideosOf,
]

interface Removal {
  /** Whether the account's number and name must never be reused. */
  isRetired: boolean
  signal?: AbortSignal
}

/**
 * Deletes an account with all its content, in rounds of one transaction each. Counts are exact after every round. Any
 * process can continue an interrupted deletion, and several processes may run it at the same time. In the end, the
 * account's row is deleted, and the database's cascades delete the rows that no count includes.
 */
export async function removeAccount(deps: RemoveDeps, userId: string, removal: Removal): Promise<void> {
  let freed: string[] | undefined
  while (freed === undefined) {
    for (const round of rounds) await repeatUntilEmpty(() => round(deps, userId, ROUND_ROWS), removal.signal)
    freed = await removeRow(deps.db, userId, removal)
  }
  deps.signals.emit(PROFILE_CHANGED, userId)
  await deleteObjectsOrSweep(deps, freed)
}

/** Repeats a round until no rows are left. It pauses for half of the time, to leave the database to other requests. */
async function repeatUntilEmpty(round: () => Promise<number>, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    const startedAt = performance.now()
    if ((await round()) === 0) return
    await delay(performance.now() - startedAt, undefined, signal && { signal })
  }
}

async function deleteVideosOf(deps: RemoveDeps, userId: string): Promise<number> {
  const video = await deps.db.selectFrom('videos').select('id').where('userId', '=', userId).limit(1).executeTakeFirst()
  if (!video) return 0
  await deleteVideo(deps, video.id, userId).catch((error: unknown) => {
    // A concurrent deletion was faster.
    if (!isNotFound(error)) throw error
  })
  return 1
}

/** @returns The objects to delete. `undefined` if rows have been added since: the account then still exists. */
function removeRow(db: Db, userId: string, { isRetired }: Removal): Promise<string[] | undefined> {
  return db.transaction().execute(async (tx) => {
    // A transaction that wants to add a reference to the account waits for this row, and then finds no account.
    const account = await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirst()
    if (!account) return []
    if (await hasMore(tx, userId)) return undefined
    await anonymiseCasesAbout(tx, userId)
    await giveUpUploads(tx, userId)
    const avatar = await markFormerAvatarDeleted(tx, userId)
    if (isRetired) await retireAccount(tx, userId)
    await tx.deleteFrom('users').where('id', '=', userId).execute()
    return avatar
  })
}

/** Whether rows are left that a count includes, or that would slow down the deletion of the account's row. */
async function hasMore(tx: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ hasMore: boolean }>`
    select exists (select from videos where user_id = ${userId})
      or exists (select from likes where user_id = ${userId})
      or exists (select from comments where user_id = ${userId})
      or exists (select from comment_likes where user_id = ${userId})
      or exists (select from follows where ${userId} in (follower_id, following_id)) as has_more`.execute(tx)
  return rows[0]!.hasMore
}

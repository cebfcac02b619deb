import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import { deleteObjectsOrSweep, giveUpUploads } from '../../../objects/objects.queries.ts'
import type { Deps } from '../../../setup/deps.ts'
import { PROFILE_CHANGED } from '../../../signals/user-signals.ts'
import { forgetAccountInCases } from '../../moderation/cases/close-case.ts'
import { removeCommentLikesOf, removeCommentsOf } from '../../social/comments/remove-comments-of.ts'
import { removeFollowsOf } from '../../social/follows/follows.queries.ts'
import { removeLikesOf } from '../../social/likes/likes.queries.ts'
import { removeNotificationsOf } from '../../social/notifications/notifications.queries.ts'
import { deleteMutesAndBlocksOf } from '../../social/mutes-and-blocks/mutes-and-blocks.queries.ts'
import { retireAccount } from '../../social/profiles/retired-accounts.ts'
import { leaveAvatar } from '../../social/profiles/users.queries.ts'
import { deleteVideo } from '../../videos/publishing/delete-video.ts'

type RemoveDeps = Pick<Deps, 'db' | 'storage' | 'signals'>

/**
 * Maximum number of rows per transaction. Viewers who like the same clips wait only for one transaction, which takes a
 * few milliseconds.
 */
const ROUND_ROWS = 250

/**
 * The kinds of rounds. Each undoes some of the account's activity with the same statements as the owner's own actions.
 */
const rounds: ((deps: RemoveDeps, userId: string, limit: number) => Promise<number>)[] = [
  removeNotificationsOf,
  removeLikesOf,
  removeCommentLikesOf,
  removeCommentsOf,
  removeFollowsOf,
  deleteMutesAndBlocksOf,
  removeVideosOf,
]

interface Removal {
  /** Whether the account's number and name must never be reused. */
  isRetired: boolean
  signal?: AbortSignal
}

/**
 * Deletes an account with all its content, in rounds of one transaction each. Counts are exact after every round. An
 * interrupted deletion can be continued by any process, and several processes may run it at the same time. The
 * remaining rows, which no count includes, are deleted with the account's row by the database's cascades.
 */
export async function removeAccount(deps: RemoveDeps, userId: string, removal: Removal): Promise<void> {
  let freed: string[] | undefined
  while (freed === undefined) {
    for (const round of rounds) await repeat(() => round(deps, userId, ROUND_ROWS), removal.signal)
    freed = await removeRow(deps.db, userId, removal)
  }
  deps.signals.send(PROFILE_CHANGED, userId)
  await deleteObjectsOrSweep(deps, freed)
}

/** Repeats a round until no rows are left. It pauses for half of the time, to leave the database to other requests. */
async function repeat(round: () => Promise<number>, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    const startedAt = performance.now()
    if ((await round()) === 0) return
    await delay(performance.now() - startedAt, undefined, signal && { signal })
  }
}

async function removeVideosOf(deps: RemoveDeps, userId: string): Promise<number> {
  const video = await deps.db.selectFrom('videos').select('id').where('userId', '=', userId).limit(1).executeTakeFirst()
  if (!video) return 0
  await deleteVideo(deps, video.id, userId).catch((error: unknown) => {
    // A concurrent deletion was faster.
    if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
  })
  return 1
}

/** @returns The objects to delete; `undefined` if new rows have since been added, and the account still exists. */
function removeRow(db: Db, userId: string, { isRetired }: Removal): Promise<string[] | undefined> {
  return db.transaction().execute(async (tx) => {
    // A transaction that wants to add a reference to the account waits for this row, and then finds it gone.
    const account = await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirst()
    if (!account) return []
    if (await hasMore(tx, userId)) return undefined
    await forgetAccountInCases(tx, userId)
    await giveUpUploads(tx, userId)
    const avatar = await leaveAvatar(tx, userId)
    if (isRetired) await retireAccount(tx, userId)
    await tx.deleteFrom('users').where('id', '=', userId).execute()
    return avatar
  })
}

/** Whether rows are left that a count includes, or that would make deleting the account's row slow. */
async function hasMore(tx: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ hasMore: boolean }>`
    select exists (select from videos where user_id = ${userId})
      or exists (select from likes where user_id = ${userId})
      or exists (select from comments where user_id = ${userId})
      or exists (select from comment_likes where user_id = ${userId})
      or exists (select from follows where ${userId} in (follower_id, following_id)) as has_more`.execute(tx)
  return rows[0]!.hasMore
}

import { sql } from 'kysely'
import type { ParentRef } from '../../../../contract/videos/publishing.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import type { VideoColumns } from '../reading/present-video.ts'
import { notify } from '../../social/notifications/notify.ts'
import { type Remixable, remixableColumns, whyNotRemixable } from './why-not-remixable.ts'

/** The position of a clip in its lineage of remixes. */
export type Descent = VideoColumns<'remixDepth' | 'rootId'>

/**
 * Locks the parents of a clip until the transaction ends, so that none is deleted, hidden or closed to remixes
 * meanwhile. Locks on videos come before the lock on the creator's row.
 */
export async function lockParents(tx: Db, parents: ParentRef[]): Promise<void> {
  if (parents.length === 0) return
  await sql`select from videos where id = any (${idsOf(parents)}) order by id for no key update`.execute(tx)
}

/**
 * Checks that a user may remix all of these clips, and returns the position of the remix in its lineage.
 *
 * @throws {AppError} NOT_FOUND, including for a hidden clip; ACCESS_DENIED, BLOCKED or CONFLICT with a message that
 *   contains the clip's title.
 */
export async function descendFrom(db: Db, userId: string, parents: ParentRef[]): Promise<Descent> {
  if (parents.length === 0) return { remixDepth: 0, rootId: null }
  const { rows } = await sql<Remixable & { id: string; title: string; rootId: string | null }>`
    select videos.id, videos.title, videos.root_id, ${remixableColumns(userId)}
    from videos where id = any (${idsOf(parents)})`.execute(db)
  const found = new Map(rows.map((row) => [row.id, row]))
  const clips = parents.map(({ videoId }) => {
    const clip = found.get(videoId)
    // The title of a hidden clip must not leak.
    if (!clip || clip.isHidden) {
      throw new AppError('NOT_FOUND', 'One of your source clips no longer exists. Remove it to publish.')
    }
    const refusal = whyNotRemixable(clip)
    if (refusal) throw new AppError(refusal.code, `“${clip.title}”: ${refusal.message}`)
    return clip
  })
  const [first] = clips
  return {
    remixDepth: Math.max(...clips.map(({ remixDepth }) => remixDepth)) + 1,
    rootId: first?.rootId ?? first?.id ?? null,
  }
}

/**
 * Records the parents of a clip that was just inserted, with their current prompts. Notifies each of their creators
 * once. The caller must have called `lockParents`.
 *
 * @returns The parents and their owners, for `VIDEO_CHANGED` and `emitNotificationsChanged` after the commit.
 */
export async function addParents(
  tx: Db,
  { videoId, userId, parents }: { videoId: string; userId: string; parents: ParentRef[] },
): Promise<{ id: string; ownerId: string }[]> {
  if (parents.length === 0) return []
  const { rows } = await sql<{ id: string; ownerId: string }>`
    with given as (
      select * from unnest(${idsOf(parents)}::uuid[], ${parents.map(({ thanks }) => thanks ?? null)}::text[])
        with ordinality as given (parent_id, thanks, place)
    ),
    added as (
      insert into video_parents (video_id, position, parent_id, parent_prompt, thanks)
      select ${videoId}, place - 1, parent_id, videos.prompt, thanks from given join videos on videos.id = parent_id
      returning parent_id
    ),
    counted as (
      update videos set remixes_count = remixes_count + 1 from added where videos.id = parent_id
      returning videos.id, videos.user_id
    ),
    notified as (${notify(
      'remix',
      sql`select distinct user_id as recipient_id, ${userId}::uuid as actor_id, ${videoId}::uuid as video_id,
        null::uuid as comment_id from counted`,
    )})
    select id, user_id as owner_id from counted`.execute(tx)
  return rows
}

function idsOf(parents: ParentRef[]): string[] {
  return parents.map(({ videoId }) => videoId)
}

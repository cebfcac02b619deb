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
    if (!clip?.isListed) {
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
 * Records the parents of a clip that was just inserted, with their current prompts. The caller must have called
 * `lockParents`.
 */
export async function addParents(tx: Db, videoId: string, parents: ParentRef[]): Promise<void> {
  if (parents.length === 0) return
  await sql`
    insert into video_parents (video_id, position, parent_id, parent_prompt, thanks)
    select ${videoId}, place - 1, parent_id, videos.prompt, thanks
    from unnest(${idsOf(parents)}::uuid[], ${parents.map(({ thanks }) => thanks ?? null)}::text[])
      with ordinality as given (parent_id, thanks, place)
    join videos on videos.id = parent_id`.execute(tx)
}

/**
 * Notifies each creator of a clip's parents once, when the clip is published.
 *
 * @returns Ids of the notified users, for `emitVideosChanged`.
 */
export async function notifyOfRemix(tx: Db, videoId: string): Promise<string[]> {
  const creators = sql`
    select distinct parents.user_id as recipient_id, videos.user_id as actor_id, videos.id as video_id,
      null::uuid as comment_id
    from videos join video_parents on video_id = videos.id join videos as parents on parents.id = parent_id
    where videos.id = ${videoId}`
  const { rows } = await notify('remix', creators).execute(tx)
  return rows.map(({ userId }) => userId)
}

function idsOf(parents: ParentRef[]): string[] {
  return parents.map(({ videoId }) => videoId)
}

import { sql } from 'kysely'
import { ANCESTORS_MAX } from '../../../../contract/videos/lineage.ts'
import { REMIX_DEPTH_MAX } from '../../../../contract/videos/remixing.ts'
import { isListed } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import type { PageOf } from '../../../http/cursor.ts'
import { type Remixable, remixableColumns } from './why-not-remixable.ts'
import type { VideoColumns } from '../reading/present-video.ts'
import { readPage, type RowPage } from '../reading/videos.queries.ts'
import { relatedColumns, type RelatedRow } from './related-clips.ts'

/**
 * Maximum number of siblings to read. It exceeds the number shown, because a viewer may have muted some of their
 * creators.
 */
const SIBLINGS_READ = 3 * ANCESTORS_MAX

export type LineageRow = Awaited<ReturnType<typeof findLineage>>
export type AncestorRows = Awaited<ReturnType<typeof getAncestors>>

/**
 * Returns the viewer-independent lineage of a video. `video` has the values for a visitor, without blocks and follows.
 *
 * @returns `undefined` for a video that is gone.
 */
export async function findLineage(db: Db, videoId: string) {
  const { rows } = await sql<Remixable & VideoColumns<'license' | 'remixesCount'>>`
    select license, remixes_count, ${remixableColumns(null)} from videos where id = ${videoId}`.execute(db)
  const [video] = rows
  return video && { video, parents: video.remixDepth > 0 ? await listParents(db, videoId) : [] }
}

/** Returns the values that decide whether this signed-in viewer may remix a clip. */
export async function findRemixable(db: Db, videoId: string, viewerId: string): Promise<Remixable | undefined> {
  const { rows } = await sql<Remixable>`
    select ${remixableColumns(viewerId)} from videos where id = ${videoId}`.execute(db)
  return rows[0]
}

/** A row of a left join. Its id is null if the join found no clip. */
type Joined<More> = { [Key in keyof RelatedRow]: RelatedRow[Key] | null } & More

async function listParents(db: Db, videoId: string) {
  const { rows } = await sql<Joined<{ thanks: string | null; prompt: string | null }>>`
    select ${relatedColumns}, thanks, parent_prompt as prompt
    from video_parents left join videos on videos.id = parent_id left join users on users.id = videos.user_id
    where video_id = ${videoId} order by position`.execute(db)
  return rows.map(({ thanks, prompt, ...clip }) => ({ clip: clipOf(clip), thanks, prompt }))
}

function clipOf(row: Joined<object>): RelatedRow | null {
  return row.id === null ? null : (row as RelatedRow)
}

/** Returns the ancestors of a remix. The result is empty for a clip that is not a remix. */
export async function getAncestors(db: Db, videoId: string) {
  return {
    parents: await listParents(db, videoId),
    line: await listLine(db, videoId),
    root: await findRoot(db, videoId),
    siblings: await listSiblings(db, videoId),
  }
}

/** Returns all ancestors along the first parents, nearest first. */
async function listLine(db: Db, videoId: string): Promise<(RelatedRow | null)[]> {
  const { rows } = await sql<Joined<object>>`
    with recursive line as (
      select parent_id, 1 as step from video_parents where video_id = ${videoId} and position = 0
      union all
      select next.parent_id, step + 1 from line
        join video_parents next on next.video_id = line.parent_id and next.position = 0
      where step < ${REMIX_DEPTH_MAX}
    )
    select ${relatedColumns} from line left join videos on videos.id = parent_id
      left join users on users.id = videos.user_id
    order by step`.execute(db)
  return rows.map(clipOf)
}

async function findRoot(db: Db, videoId: string): Promise<RelatedRow | undefined> {
  const { rows } = await sql<RelatedRow>`
    select ${relatedColumns} from videos join users on users.id = videos.user_id
    where videos.id = (select root_id from videos where id = ${videoId})`.execute(db)
  return rows[0]
}

/**
 * Returns other remixes of the same parents. Remixes of a hidden parent are left out, as are those of a deleted one.
 */
async function listSiblings(db: Db, videoId: string): Promise<RelatedRow[]> {
  const { rows } = await sql<RelatedRow>`
    with found as (
      select sibling.video_id, max(sibling.created_at) as created_at
      from video_parents own
      cross join lateral (
        select other.video_id, other.created_at from video_parents other join videos on videos.id = other.video_id
        where other.parent_id = own.parent_id and other.video_id <> own.video_id and ${isListed}
        order by other.created_at desc, other.video_id desc limit ${SIBLINGS_READ}
      ) as sibling
      where own.video_id = ${videoId} and exists (select from videos where videos.id = own.parent_id and ${isListed})
      group by sibling.video_id order by 2 desc, 1 desc limit ${SIBLINGS_READ}
    )
    select ${relatedColumns} from found join videos on videos.id = found.video_id join users on users.id = videos.user_id
    order by found.created_at desc, found.video_id desc`.execute(db)
  return rows
}

/**
 * Lists the visible remixes of a video, newest first.
 *
 * @param viewerId Leaves out creators whom this viewer has muted.
 */
export function listRemixes(db: Db, parentId: string, page: PageOf, viewerId?: string): Promise<RowPage> {
  return readPage(db, sql`video_parents.parent_id = ${parentId}`, page, { viewerId, by: 'video_parents' })
}

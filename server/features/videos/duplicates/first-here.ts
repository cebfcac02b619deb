import { sql } from 'kysely'
import {
  type FirstClip,
  type FirstHere,
  type Match,
  MATCHES_MAX,
  type RepostState,
} from '../../../../contract/videos/duplicates.ts'
import type { Viewer } from '../../../access/can.ts'
import { isListed, isOpen } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import { posterUrl } from '../../../objects/public-address.ts'
import { type CreatorRow, presentCreator, type VideoColumns } from '../reading/present-video.ts'
import type { Fingerprint } from './compare-fingerprints.ts'
import { findMatchingClips } from './find-matching-clips.ts'

type FirstRow = CreatorRow &
  VideoColumns<'title' | 'posterId'> & { videoId: string; isHidden: boolean; publishedAt: string }

/** Columns for a query that joins the first clip as `videos` and its owner as `users`. */
const firstColumns = sql`
  videos.id as video_id, videos.title, videos.poster_id, not ${isOpen} as is_hidden, videos.created_at as published_at,
  videos.user_id, users.username, users.display_name, users.avatar_url, users.is_sample`

const isShown: readonly RepostState[] = ['found', 'credited', 'kept']

/**
 * Returns the clip that was here first, as this viewer may see it. The caller has already checked that the viewer may
 * see clip `videoId`.
 */
export async function getFirstHere(
  db: Db,
  videoId: string,
  viewer: Viewer,
  objectsUrl: string | undefined,
): Promise<FirstHere> {
  const { rows } = await sql<FirstRow & { state: RepostState; ownerId: string }>`
    select state, own.user_id as owner_id, ${firstColumns}
    from reposts join videos as own on own.id = reposts.video_id
    join videos on videos.id = first_id and ${isListed} join users on users.id = videos.user_id
    where reposts.video_id = ${videoId} and (share is not null or state = 'credited')`.execute(db)
  const [row] = rows
  if (!row) return { first: null, state: null }
  return {
    first: isShown.includes(row.state) ? presentFirst(row, objectsUrl) : null,
    state: viewer?.id === row.ownerId ? row.state : null,
  }
}

/** Returns a pending dispute for staff, even if one of the clips has since been hidden. */
export async function findDispute(
  db: Db,
  videoId: string,
  objectsUrl: string | undefined,
): Promise<{ text: string; first: FirstClip } | null> {
  const { rows } = await sql<FirstRow & { text: string | null }>`
    select dispute_text as text, ${firstColumns} from reposts
    join videos on videos.id = first_id join users on users.id = videos.user_id
    where video_id = ${videoId} and state = 'disputed'`.execute(db)
  const [row] = rows
  return row ? { text: row.text ?? '', first: presentFirst(row, objectsUrl) } : null
}

/** Returns the visible clips that show the same frames: `same` matches first, then the earliest. */
export async function findMatches(db: Db, asked: Fingerprint, objectsUrl: string | undefined): Promise<Match[]> {
  const found = new Map((await findMatchingClips(db, asked)).map((each) => [each.videoId, each]))
  if (found.size === 0) return []
  const { rows } = await sql<FirstRow>`
    select ${firstColumns} from videos join users on users.id = videos.user_id
    where videos.id = any (${[...found.keys()]}::uuid[]) and ${isListed}
    order by videos.created_at, videos.id`.execute(db)
  return rows
    .map((row) => ({ ...presentFirst(row, objectsUrl), kind: found.get(row.videoId)!.kind }))
    .toSorted((a, b) => Number(b.kind === 'same') - Number(a.kind === 'same'))
    .slice(0, MATCHES_MAX)
}

function presentFirst(row: FirstRow, objectsUrl: string | undefined): FirstClip {
  const { videoId, title, posterId, publishedAt } = row
  // Objects of a hidden video are served by this site only.
  const origin = row.isHidden ? undefined : objectsUrl
  return {
    videoId,
    title,
    thumbnailUrl: posterId && posterUrl(posterId, origin),
    publishedAt,
    creator: presentCreator(row, origin),
  }
}

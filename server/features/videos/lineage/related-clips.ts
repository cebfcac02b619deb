import { sql } from 'kysely'
import type { RelatedClip, Relative } from '../../../../contract/videos/lineage.ts'
import { can, type Viewer } from '../../../access/can.ts'
import { isListed, isOpen } from '../../../access/visibility.ts'
import { posterUrl } from '../../../objects/public-address.ts'
import { type CreatorRow, presentCreator, type VideoColumns } from '../reading/present-video.ts'

/** A clip that was read for all viewers and is perhaps not listed. `presentRelative` checks who may see it. */
export type RelatedRow = CreatorRow &
  VideoColumns<'id' | 'title' | 'posterId' | 'placeholder' | 'durationSeconds' | 'license'> & {
    isListed: boolean
    isHidden: boolean
  }

/** Columns of `videos` and `users`. */
export const relatedColumns = sql`
  videos.id, videos.user_id, videos.title, videos.poster_id, videos.placeholder, videos.duration_seconds, videos.license,
  ${isListed} as is_listed, not ${isOpen} as is_hidden,
  users.username, users.display_name, users.avatar_url, users.is_sample`

/** The viewer, and the values that decide how related clips are presented. */
export interface ViewContext {
  viewer: Viewer
  /** Ids of users whom the viewer has muted or blocked. */
  mutedIds: ReadonlySet<string>
  /** Origin of public objects. */
  objectsUrl: string | undefined
}

/**
 * Presents a related clip to a viewer. A clip that is not listed looks like a deleted one to all but its owner and
 * staff.
 *
 * @param row `null` for a deleted clip.
 */
export function presentRelative({ viewer, mutedIds, objectsUrl }: ViewContext, row: RelatedRow | null): Relative {
  if (!row || !can(viewer, 'see', { isHidden: !row.isListed, ownerId: row.userId })) {
    return { clip: null, missing: 'deleted' }
  }
  if (mutedIds.has(row.userId)) return { clip: null, missing: 'muted' }
  return { clip: presentRelated(row, objectsUrl) }
}

/** Returns only the clips that the viewer may see. */
export function presentVisible(context: ViewContext, rows: RelatedRow[]): RelatedClip[] {
  return rows.flatMap((row) => presentRelative(context, row).clip ?? [])
}

function presentRelated(row: RelatedRow, objectsUrl: string | undefined): RelatedClip {
  // Objects of a hidden video are served by this site only.
  const origin = row.isHidden ? undefined : objectsUrl
  const { id, title, placeholder, durationSeconds, license } = row
  return {
    id,
    title,
    thumbnailUrl: row.posterId && posterUrl(row.posterId, origin),
    placeholder,
    durationSeconds,
    license,
    creator: presentCreator(row, origin),
  }
}

import { sql } from 'kysely'
import type { RelatedClip, Relative } from '../../../../contract/videos/lineage.ts'
import type { License } from '../../../../contract/videos/remixing.ts'
import { can, type Viewer } from '../../../access/can.ts'
import { renditionTypes } from '../../../media/stream/rendition-types.ts'
import { objectPath } from '../../../objects/object-address.ts'
import { publicAddress } from '../../../objects/public-address.ts'

/** A clip as it is read for everybody, hidden ones too: who may see it is asked as it is sent. */
export interface RelatedRow {
  id: string
  userId: string
  title: string
  posterId: string | null
  placeholder: string | null
  durationSeconds: number
  license: License | null
  isHidden: boolean
  username: string | null
  displayName: string
  avatarUrl: string | null
  isSample: boolean
}

/** Of `videos` and `users`. */
export const relatedColumns = sql`
  videos.id, videos.user_id, videos.title, videos.poster_id, videos.placeholder, videos.duration_seconds, videos.license,
  videos.is_hidden, users.username, users.display_name, users.avatar_url, users.is_sample`

/** Who looks at clips that are related to one. */
export interface Looker {
  viewer: Viewer
  /** Whom they have muted or blocked. */
  muted: ReadonlySet<string>
  /** Where public objects are asked for. */
  objectsUrl: string | undefined
}

/** @param row `null` for one that is deleted; a hidden one looks the same to all but its owner and staff. */
export function relativeFor({ viewer, muted, objectsUrl }: Looker, row: RelatedRow | null): Relative {
  if (!row || !can(viewer, 'see', { isHidden: row.isHidden, ownerId: row.userId })) {
    return { clip: null, missing: 'deleted' }
  }
  if (muted.has(row.userId)) return { clip: null, missing: 'muted' }
  return { clip: presentRelated(row, objectsUrl) }
}

/** Without those that are not for them. */
export function relatedFor(looker: Looker, rows: RelatedRow[]): RelatedClip[] {
  return rows.flatMap((row) => relativeFor(looker, row).clip ?? [])
}

function presentRelated(row: RelatedRow, objectsUrl: string | undefined): RelatedClip {
  // Those of a hidden video are this site's only.
  const origin = row.isHidden ? undefined : objectsUrl
  const { id, userId, title, placeholder, durationSeconds, license, username, displayName, isSample } = row
  return {
    id,
    title,
    thumbnailUrl: row.posterId && publicAddress(objectPath(row.posterId, renditionTypes.poster), origin),
    placeholder,
    durationSeconds,
    license,
    creator: { id: userId, username, displayName, avatarUrl: publicAddress(row.avatarUrl, origin), isSample },
  }
}

import { type Selectable, sql } from 'kysely'
import { videoWords } from '../../../../contract/videos/publishing.ts'
import type { ProvenanceLine } from '../../../../contract/videos/provenance.ts'
import type { Video, VideoDetail } from '../../../../contract/videos/videos.ts'
import { isListedText, isOpenText } from '../../../access/visibility.ts'
import type { UsersTable, VideosTable } from '../../../db/schema/schema.ts'
import { renditionTypes } from '../../../media/stream/rendition-types.ts'
import { objectPath } from '../../../objects/object-address.ts'
import { posterUrl, publicAddress } from '../../../objects/public-address.ts'

/** The columns of a video that lists send unchanged. */
const sentColumns = [
  'id',
  'userId',
  ...videoWords,
  'aspectRatio',
  'width',
  'height',
  'durationSeconds',
  'streamSizesCount',
  'placeholder',
  'coverAt',
  'status',
  'likesCount',
  'viewsCount',
  'commentsCount',
  'commenting',
  'showsReality',
  'remixPolicy',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof VideosTable & keyof Video)[]

/** The columns of a video in lists. */
const videoColumns = [
  ...sentColumns,
  'originalId',
  'originalType',
  'posterId',
  'previewId',
  'streamId',
  'storyboardId',
  'captions',
  'posterAt',
  'failureReason',
  'streamFailure',
  'provenance',
] as const satisfies (keyof VideosTable)[]

const creatorColumns = ['username', 'displayName', 'avatarUrl', 'isSample'] as const satisfies (keyof UsersTable)[]

/** The columns that only a video's own page shows. */
const detailColumns = [
  'provenanceSays',
  'provenanceTool',
  'provenanceSigner',
  'provenanceSignedAt',
  'provenanceCheck',
  'provenanceReason',
] as const satisfies (keyof VideosTable)[]

export type VideoColumns<Column extends keyof VideosTable> = Pick<Selectable<VideosTable>, Column>

export type CreatorRow = VideoColumns<'userId'> & Pick<Selectable<UsersTable>, (typeof creatorColumns)[number]>

export type VideoRow = VideoColumns<(typeof videoColumns)[number]> &
  CreatorRow & {
    isListed: boolean
    /** Whether the video is not open to all viewers. */
    isHidden: boolean
    videoBytes: number | null
  }

export type DetailRow = VideoRow &
  VideoColumns<(typeof detailColumns)[number]> & { provenanceRemoved: ProvenanceLine['removed'] }

const listed = [
  ...named('videos', videoColumns),
  ...named('users', creatorColumns),
  `${isListedText} as "isListed", not ${isOpenText} as "isHidden"`,
  // Only clips without a preview need the size, so the lookup costs nothing for all others.
  `case when videos.preview_id is null
    then (select size_bytes from objects where id = videos.original_id) end as "videoBytes"`,
]
const details = [
  ...named('videos', detailColumns),
  `case when videos.provenance in ('verified', 'file')
    then (select removed from provenance where video_id = videos.id) end as "provenanceRemoved"`,
]

/**
 * The columns of `VideoRow` and `DetailRow`, for statements that read `fromVideos`. They are text, because building and
 * renaming them in Kysely would take a quarter of the page's read time. Run the statement without plugins, because the
 * columns already have their JavaScript names.
 */
export const listedColumns = sql.raw(listed.join())
export const detailedColumns = sql.raw([...listed, ...details].join())
export const fromVideos = sql.raw('from videos join users on users.id = videos.user_id')

function named(table: string, columns: readonly string[]): string[] {
  return columns.map((column) => `${table}.${snakeCase(column)} as "${column}"`)
}

function snakeCase(column: string): string {
  return column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/**
 * Presents a video as visitors see it in lists. Each field is named, so that an undeclared column cannot leak.
 *
 * @param objectsUrl Origin of public objects. Objects of a hidden video are served by this site only.
 */
export function presentVideo(row: VideoRow, objectsUrl?: string): Video {
  const origin = row.isHidden ? undefined : objectsUrl
  const address = (id: string, contentType: string | null) => publicAddress(objectPath(id, contentType), origin)
  return {
    ...pickSent(row),
    isHidden: row.isHidden,
    videoUrl: address(row.originalId, row.originalType),
    videoBytes: row.videoBytes,
    thumbnailUrl: row.posterId && posterUrl(row.posterId, origin),
    previewUrl: row.previewId && address(row.previewId, renditionTypes.preview),
    streamUrl: row.streamId && address(row.streamId, renditionTypes.stream),
    storyboardUrl: row.storyboardId && address(row.storyboardId, renditionTypes.storyboard),
    captions: row.captions.map(({ objectId, ...words }) => ({
      url: address(objectId, renditionTypes.captions),
      ...words,
    })),
    stage: stageOf(row),
    failureReason: row.failureReason ?? row.streamFailure,
    isLiked: false,
    provenance: { state: row.provenance },
    creator: presentCreator(row, origin),
  }
}

/** @param objectsUrl Origin of public objects; `undefined` for the creator of a hidden video. */
export function presentCreator(
  { userId, username, displayName, avatarUrl, isSample }: CreatorRow,
  objectsUrl: string | undefined,
): Video['creator'] {
  return { id: userId, username, displayName, avatarUrl: publicAddress(avatarUrl, objectsUrl), isSample }
}

type Sent = VideoColumns<(typeof sentColumns)[number]>

function pickSent(row: Sent): Sent {
  const fields: Record<string, unknown> = {}
  for (const column of sentColumns) fields[column] = row[column]
  return fields as Sent
}

/**
 * Returns the next rendition to make: the first that is missing or outdated. Returns `null` if there is none or a step
 * has failed.
 */
function stageOf(row: VideoRow): Video['stage'] {
  if (row.status === 'failed') return null
  if (!row.posterId || (row.status === 'ready' && row.posterAt !== row.coverAt)) return 'poster'
  if (!row.previewId) return 'preview'
  return row.streamId || row.streamFailure !== null ? null : 'stream'
}

/** The fields that a video's own page replaces or adds. */
export type Details = Omit<VideoDetail, Exclude<keyof Video, 'provenance'> | 'hiding'>

export function presentDetails(row: DetailRow): Details {
  return { provenance: { state: row.provenance, line: { ...presentLine(row), removed: row.provenanceRemoved } } }
}

/** Presents the columns of a video that describe its provenance. */
export function presentLine(row: VideoColumns<(typeof detailColumns)[number]>): Omit<ProvenanceLine, 'removed'> {
  return {
    says: row.provenanceSays,
    tool: row.provenanceTool,
    signer: row.provenanceSigner,
    signedAt: row.provenanceSignedAt,
    check: row.provenanceCheck,
    reason: row.provenanceReason,
  }
}

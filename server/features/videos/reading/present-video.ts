import { sql } from 'kysely'
import { videoWords, type VideoWord } from '../../../../contract/videos/publishing.ts'
import type { ProvenanceLine } from '../../../../contract/videos/provenance.ts'
import type { Video, VideoDetail } from '../../../../contract/videos/videos.ts'
import type { Db } from '../../../db/connect.ts'
import { renditionTypes } from '../../../media/stream/rendition-types.ts'
import { objectPath } from '../../../objects/object-address.ts'
import { publicAddress } from '../../../objects/public-address.ts'

/** The columns of videos in lists. */
const columns = [
  'videos.id',
  'videos.userId',
  ...videoWords.map((word) => `videos.${word}` as const),
  'videos.aspectRatio',
  'videos.width',
  'videos.height',
  'videos.durationSeconds',
  'videos.originalId',
  'videos.originalType',
  'videos.posterId',
  'videos.previewId',
  'videos.streamId',
  'videos.streamSizesCount',
  'videos.storyboardId',
  'videos.captions',
  'videos.placeholder',
  'videos.coverAt',
  'videos.posterAt',
  'videos.status',
  'videos.failureReason',
  'videos.streamFailure',
  'videos.isHidden',
  'videos.likesCount',
  'videos.viewsCount',
  'videos.commentsCount',
  'videos.commenting',
  'videos.provenance',
  'videos.showsReality',
  'videos.remixPolicy',
  'videos.createdAt',
  'videos.updatedAt',
  'users.username',
  'users.displayName',
  'users.avatarUrl',
  'users.isSample',
] as const

/** Only clips without a preview need the size, so the lookup costs nothing for all others. */
const videoBytes = `case when videos.preview_id is null
  then (select size_bytes from objects where id = videos.original_id) end`

export type VideoRow = Awaited<ReturnType<ReturnType<typeof selectVideos>['executeTakeFirstOrThrow']>>

/** Selects the columns of videos in lists. */
export function selectVideos(db: Db) {
  return db
    .selectFrom('videos')
    .innerJoin('users', 'users.id', 'videos.userId')
    .select(columns)
    .select(sql.raw<number | null>(videoBytes).as('videoBytes'))
}

/**
 * The same as text, for lists that many requests read: building the query and renaming its columns would take a quarter
 * of the time. Run it without plugins, because the columns have their names in JavaScript already.
 */
export const selectVideosText = sql.raw(
  `select ${columns.map((column) => `${snakeCase(column)} as "${column.replace(/.*[.]/, '')}"`).join()},
    ${videoBytes} as "videoBytes" from videos join users on users.id = videos.user_id`,
)

function snakeCase(column: string): string {
  return column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/**
 * Presents a video as visitors see it in lists. Each field is named, so that an undeclared column cannot leak.
 *
 * @param objectsUrl Origin of public objects. Objects of a hidden video are served by this site only.
 */
export function presentVideo(row: VideoRow, objectsUrl?: string): Video {
  const address = (id: string, contentType: string | null) =>
    publicAddress(objectPath(id, contentType), row.isHidden ? undefined : objectsUrl)
  return {
    id: row.id,
    userId: row.userId,
    ...wordsOf(row),
    aspectRatio: row.aspectRatio,
    width: row.width,
    height: row.height,
    durationSeconds: row.durationSeconds,
    videoUrl: address(row.originalId, row.originalType),
    videoBytes: row.videoBytes,
    thumbnailUrl: row.posterId && address(row.posterId, renditionTypes.poster),
    previewUrl: row.previewId && address(row.previewId, renditionTypes.preview),
    streamUrl: row.streamId && address(row.streamId, renditionTypes.stream),
    streamSizesCount: row.streamSizesCount,
    storyboardUrl: row.storyboardId && address(row.storyboardId, renditionTypes.storyboard),
    captions: row.captions.map(({ objectId, ...words }) => ({
      url: address(objectId, renditionTypes.captions),
      ...words,
    })),
    placeholder: row.placeholder,
    coverAt: row.coverAt,
    status: row.status,
    stage: stageOf(row),
    failureReason: row.failureReason ?? row.streamFailure,
    isHidden: row.isHidden,
    isLiked: false,
    likesCount: row.likesCount,
    viewsCount: row.viewsCount,
    commentsCount: row.commentsCount,
    commenting: row.commenting,
    provenance: { state: row.provenance },
    showsReality: row.showsReality,
    remixPolicy: row.remixPolicy,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    creator: {
      id: row.userId,
      username: row.username,
      displayName: row.displayName,
      avatarUrl: publicAddress(row.avatarUrl, row.isHidden ? undefined : objectsUrl),
      isSample: row.isSample,
    },
  }
}

/** Returns the texts that the creator typed. */
function wordsOf(row: Pick<VideoRow, VideoWord>): Pick<Video, VideoWord> {
  const words: Partial<Record<VideoWord, string | null>> = {}
  for (const word of videoWords) words[word] = row[word]
  return words as Pick<Video, VideoWord>
}

/**
 * Returns the first missing or outdated rendition, which is made next, or `null` if there is none or a step has failed.
 */
function stageOf(row: VideoRow): Video['stage'] {
  if (row.status === 'failed') return null
  if (!row.posterId || (row.status === 'ready' && row.posterAt !== row.coverAt)) return 'poster'
  if (!row.previewId) return 'preview'
  return row.streamId || row.streamFailure !== null ? null : 'stream'
}

export type DetailRow = Awaited<ReturnType<ReturnType<typeof selectDetails>['executeTakeFirstOrThrow']>>

/** The fields that a video's own page replaces or adds. */
export type Details = Pick<VideoDetail, 'provenance'>

/** Selects the columns of videos in lists, and those that only a video's own page shows. */
export function selectDetails(db: Db) {
  return selectVideos(db).select([
    'videos.provenanceSays',
    'videos.provenanceTool',
    'videos.provenanceSigner',
    'videos.provenanceSignedAt',
    'videos.provenanceCheck',
    'videos.provenanceReason',
    sql<ProvenanceLine['removed']>`case when videos.provenance in ('verified', 'file')
      then (select removed from provenance where video_id = videos.id) end`.as('provenanceRemoved'),
  ])
}

export function presentDetails(row: DetailRow): Details {
  return { provenance: { state: row.provenance, line: { ...presentLine(row), removed: row.provenanceRemoved } } }
}

type LineColumn =
  | 'provenanceSays'
  | 'provenanceTool'
  | 'provenanceSigner'
  | 'provenanceSignedAt'
  | 'provenanceCheck'
  | 'provenanceReason'

/** Presents the columns of a video that describe its provenance. */
export function presentLine(row: Pick<DetailRow, LineColumn>): Omit<ProvenanceLine, 'removed'> {
  return {
    says: row.provenanceSays,
    tool: row.provenanceTool,
    signer: row.provenanceSigner,
    signedAt: row.provenanceSignedAt,
    check: row.provenanceCheck,
    reason: row.provenanceReason,
  }
}

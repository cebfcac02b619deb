import { sql } from 'kysely'
import { videoWords, type VideoWord } from '../../../../contract/videos/publishing.ts'
import type { ProvenanceLine } from '../../../../contract/videos/provenance.ts'
import type { Video, VideoDetail } from '../../../../contract/videos/videos.ts'
import type { Db } from '../../../db/connect.ts'
import { renditionTypes } from '../../../media/stream/rendition-types.ts'
import { objectPath } from '../../../objects/object-address.ts'
import { publicAddress } from '../../../objects/public-address.ts'

const wordColumns = videoWords.map((word) => `videos.${word}` as const)

export type VideoQuery = ReturnType<typeof selectVideos>
export type VideoRow = Awaited<ReturnType<VideoQuery['executeTakeFirstOrThrow']>>

/** Selects the columns of videos in lists. */
export function selectVideos(db: Db) {
  return db
    .selectFrom('videos')
    .innerJoin('users', 'users.id', 'videos.userId')
    .select([
      'videos.id',
      'videos.userId',
      ...wordColumns,
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
      // Only clips without a preview need the size, so the lookup costs nothing for all others.
      sql<number | null>`case when videos.preview_id is null
        then (select size_bytes from objects where id = videos.original_id) end`.as('videoBytes'),
    ])
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
  return Object.fromEntries(videoWords.map((word) => [word, row[word]])) as Pick<VideoRow, VideoWord>
}

/**
 * Returns the first missing or outdated rendition, which is made next, or `null` if there is none or a step has failed.
 */
function stageOf({ status, posterId, previewId, streamId, streamFailure, ...row }: VideoRow): Video['stage'] {
  if (status === 'failed') return null
  if (!posterId || (status === 'ready' && row.posterAt !== row.coverAt)) return 'poster'
  if (!previewId) return 'preview'
  return streamId || streamFailure !== null ? null : 'stream'
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

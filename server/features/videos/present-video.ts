import type { Video } from '../../../contract/videos.ts'
import { renditionTypes } from '../../media/stream/rendition-types.ts'
import { objectPath } from '../../objects/object-address.ts'
import type { VideoRow } from './videos.queries.ts'

/** A video without what moves, or differs from viewer to viewer. */
export type SettledVideo = Omit<Video, 'likesCount' | 'viewsCount' | 'commentsCount' | 'isLiked'>

/** Names each field that goes out: a column that nobody declared cannot leak. */
export function presentVideo(row: VideoRow): SettledVideo {
  return {
    id: row.id,
    userId: row.userId,
    title: row.title,
    caption: row.caption,
    prompt: row.prompt,
    toolUsed: row.toolUsed,
    model: row.model,
    aspectRatio: row.aspectRatio,
    width: row.width,
    height: row.height,
    durationSeconds: row.durationSeconds,
    tags: row.tags,
    videoUrl: objectPath(row.originalId, row.originalType),
    videoBytes: row.videoBytes,
    thumbnailUrl: row.posterId && objectPath(row.posterId, renditionTypes.poster),
    previewUrl: row.previewId && objectPath(row.previewId, renditionTypes.preview),
    streamUrl: row.streamId && objectPath(row.streamId, renditionTypes.stream),
    streamSizesCount: row.streamSizesCount,
    storyboardUrl: row.storyboardId && objectPath(row.storyboardId, renditionTypes.storyboard),
    captions: row.captions.map(({ objectId, ...words }) => ({
      url: objectPath(objectId, renditionTypes.captions),
      ...words,
    })),
    placeholder: row.placeholder,
    status: row.status,
    stage: stageOf(row),
    failureReason: row.failureReason ?? row.streamFailure,
    isHidden: row.isHidden,
    commenting: row.commenting,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    creator: {
      id: row.userId,
      username: row.username,
      displayName: row.displayName,
      avatarUrl: row.avatarUrl,
      isSample: row.isSample,
    },
  }
}

/** What comes next is what is missing, as long as nothing has gone wrong. */
function stageOf({ status, posterId, previewId, streamId, streamFailure }: VideoRow): Video['stage'] {
  if (status === 'failed') return null
  if (!posterId) return 'poster'
  if (!previewId) return 'preview'
  return streamId || streamFailure !== null ? null : 'stream'
}

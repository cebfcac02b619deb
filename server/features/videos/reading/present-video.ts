import type { ProvenanceState } from '../../../../contract/videos/provenance.ts'
import type { RemixPolicy } from '../../../../contract/videos/remixing.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import { renditionTypes } from '../../../media/stream/rendition-types.ts'
import { objectPath } from '../../../objects/object-address.ts'
import { publicAddress } from '../../../objects/public-address.ts'
import { PLAIN_TRUST, type VideoRow } from './videos.queries.ts'

/** A video without what moves, or differs from viewer to viewer. */
export type SettledVideo = Omit<Video, 'likesCount' | 'viewsCount' | 'commentsCount' | 'isLiked'>

/**
 * Names each field that goes out: a column that nobody declared cannot leak. `provenance` is the last, for `videoDetailJson`.
 *
 * @param objectsUrl Where public objects are asked for. Those of a hidden video are this site's only.
 */
export function presentVideo(row: VideoRow, objectsUrl?: string): SettledVideo {
  const { state, showsReality, remixPolicy } = readTrust(row.trust)
  const address = (id: string, contentType: string | null) =>
    publicAddress(objectPath(id, contentType), row.isHidden ? undefined : objectsUrl)
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
    status: row.status,
    stage: stageOf(row),
    failureReason: row.failureReason ?? row.streamFailure,
    isHidden: row.isHidden,
    commenting: row.commenting,
    showsReality,
    remixPolicy,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    creator: {
      id: row.userId,
      username: row.username,
      displayName: row.displayName,
      avatarUrl: publicAddress(row.avatarUrl, row.isHidden ? undefined : objectsUrl),
      isSample: row.isSample,
    },
    provenance: { state },
  }
}

function readTrust(trust: string | null) {
  const [state, showsReality, remixPolicy] = (trust ?? PLAIN_TRUST).split(' ')
  return {
    state: state as ProvenanceState,
    showsReality: showsReality === 't',
    remixPolicy: remixPolicy as RemixPolicy,
  }
}

/** What comes next is what is missing, as long as nothing has gone wrong. */
function stageOf({ status, posterId, previewId, streamId, streamFailure }: VideoRow): Video['stage'] {
  if (status === 'failed') return null
  if (!posterId) return 'poster'
  if (!previewId) return 'preview'
  return streamId || streamFailure !== null ? null : 'stream'
}

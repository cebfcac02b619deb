import type { ProvenanceState } from '../../../../contract/videos/provenance.ts'
import type { RemixPolicy } from '../../../../contract/videos/remixing.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import { renditionTypes } from '../../../media/stream/rendition-types.ts'
import { objectPath } from '../../../objects/object-address.ts'
import { publicAddress } from '../../../objects/public-address.ts'
import { PLAIN_TRUST, type VideoRow } from './videos.queries.ts'

/** A video without counts and viewer-dependent fields. */
export type SettledVideo = Omit<Video, 'likesCount' | 'viewsCount' | 'commentsCount' | 'isLiked'>

/**
 * Presents a video. Each field is named, so that an undeclared column cannot leak. `provenance` comes last, for
 * `videoDetailJson`.
 *
 * @param objectsUrl Origin of public objects. Objects of a hidden video are served by this site only.
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

/** Returns the first missing rendition, which is made next, or `null` if none is missing or a step has failed. */
function stageOf({ status, posterId, previewId, streamId, streamFailure }: VideoRow): Video['stage'] {
  if (status === 'failed') return null
  if (!posterId) return 'poster'
  if (!previewId) return 'preview'
  return streamId || streamFailure !== null ? null : 'stream'
}

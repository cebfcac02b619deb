import { complete, type OpenJson } from '../../../http/replies/ready-json.ts'
import type { CachedVideo, DetailedVideo } from './video-cache.ts'

/** As it is in lists. */
export function videoJson(video: CachedVideo, isLiked: boolean): string {
  return complete(video.head, isLiked, countsOf(video))
}

/**
 * As it is by itself: its provenance, the last field of its head, says more.
 *
 * @param more Fields as they stand in JSON, each with a comma before it.
 */
export function videoDetailJson(video: DetailedVideo, isLiked: boolean, more = ''): string {
  const head = `${video.head.slice(0, -1)},"line":${JSON.stringify(video.line)}}` as OpenJson
  return complete(head, isLiked, countsOf(video) + more)
}

function countsOf({ likesCount, viewsCount, commentsCount }: CachedVideo): string {
  return `,"likesCount":${likesCount},"viewsCount":${viewsCount},"commentsCount":${commentsCount}`
}

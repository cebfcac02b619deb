import { complete, type OpenJson } from '../../../http/replies/ready-json.ts'
import type { CachedVideo, DetailedVideo } from './video-cache.ts'

/** Returns a video as it appears in lists. */
export function videoJson(video: CachedVideo, isLiked: boolean): string {
  return complete(video.head, isLiked, countsOf(video))
}

/**
 * Returns a video as it appears on its own page: with the details of its provenance, which is the last field of its
 * head.
 *
 * @param more Additional JSON fields, each with a leading comma.
 */
export function videoDetailJson(video: DetailedVideo, isLiked: boolean, more = ''): string {
  const head = `${video.head.slice(0, -1)},"line":${JSON.stringify(video.line)}}` as OpenJson
  return complete(head, isLiked, countsOf(video) + more)
}

function countsOf({ likesCount, viewsCount, commentsCount }: CachedVideo): string {
  return `,"likesCount":${likesCount},"viewsCount":${viewsCount},"commentsCount":${commentsCount}`
}

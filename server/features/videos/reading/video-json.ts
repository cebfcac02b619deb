import { complete } from '../../../http/replies/ready-json.ts'
import type { CachedVideo } from './video-cache.ts'

/** As it is in lists. */
export function videoJson(video: CachedVideo, isLiked: boolean): string {
  const { state } = video.provenance
  return complete(video.head, isLiked, `${countsOf(video)},"provenance":{"state":"${state}"}`)
}

/** As it is by itself. @param more Fields as they stand in JSON, each with a comma before it. */
export function videoDetailJson(video: CachedVideo, isLiked: boolean, more = ''): string {
  return complete(video.head, isLiked, `${countsOf(video)},"provenance":${JSON.stringify(video.provenance)}${more}`)
}

function countsOf({ likesCount, viewsCount, commentsCount }: CachedVideo): string {
  return `,"likesCount":${likesCount},"viewsCount":${viewsCount},"commentsCount":${commentsCount}`
}

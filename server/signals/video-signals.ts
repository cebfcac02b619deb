import type { Signals } from './signals.ts'

/**
 * Signals about videos, emitted after the commit, so that outdated copies are dropped (`recent-videos.ts`,
 * `video-cache.ts`).
 */

/** A video was published, edited, rendered, hidden, shown or deleted. */
export const VIDEO_CHANGED = 'video-changed'
/** The search index and the tags of a video were updated. */
export const VIDEO_INDEXED = 'video-indexed'
/** The list of similar videos was computed again. */
export const VIDEO_COMPARED = 'video-compared'
/** A video was deleted. Work on its renditions stops. */
export const VIDEO_DELETED = 'video-deleted'
/** The ranking of Rising was computed again. */
export const HEAT_CHANGED = 'heat-changed'
/** The comments of the video in the payload, or their likes, changed. */
export const COMMENTS_CHANGED = 'comments-changed'
/** `<video id> <creator id, or - for comments> <count's name> <its new value>` */
export const VIDEO_COUNTED = 'video-counted'

const counts = ['likesCount', 'viewsCount', 'commentsCount'] as const
export type VideoCount = (typeof counts)[number]

interface CountedVideo {
  id: string
  /** The creator whose total contains the count. Comments have no total. */
  creatorId?: string
}

export function emitVideoCounted(
  signals: Signals,
  { id, creatorId = '-' }: CountedVideo,
  count: VideoCount,
  value: number,
): void {
  signals.emit(VIDEO_COUNTED, `${id} ${creatorId} ${count} ${value}`)
}

/** Signals that the comments of a video changed. @param commentsCount The new count; `null` if it is unchanged. */
export function emitCommentsChanged(signals: Signals, id: string, commentsCount: number | null): void {
  if (commentsCount !== null) emitVideoCounted(signals, { id }, 'commentsCount', commentsCount)
  signals.emit(COMMENTS_CHANGED, id)
}

const ID_LENGTH = 36

/** Returns the video's id in a payload of `VIDEO_COUNTED`, faster than `readVideoCounted`. */
export function countedVideoId(payload: string): string {
  return payload.slice(0, ID_LENGTH)
}

/** Returns the creator's id in a payload of `VIDEO_COUNTED`. For comment counts, which lack it, the result is no id. */
export function countedCreatorId(payload: string): string {
  return payload.slice(ID_LENGTH + 1, 2 * ID_LENGTH + 1)
}

/** @returns `undefined` for a malformed payload: other database roles can also notify on this channel. */
export function readVideoCounted(payload: string): { id: string; count: VideoCount; value: number } | undefined {
  const [id = '', , name, digits = '', ...more] = payload.split(' ')
  const count = counts.find((each) => each === name)
  return count && /^\d{1,15}$/.test(digits) && more.length === 0 ? { id, count, value: Number(digits) } : undefined
}

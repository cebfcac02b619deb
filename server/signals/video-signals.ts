import type { Signals } from './signals.ts'

/** Signals about videos, emitted after the commit, so that outdated copies are dropped (`video-cache.ts`). */

/** A video was published, edited, rendered, hidden, shown or deleted. */
export const VIDEO_CHANGED = 'video-changed'
/** A video's searchable text and tags are to be updated. */
export const VIDEO_INDEXED = 'video-indexed'
/** The list of similar videos was computed again. */
export const VIDEO_COMPARED = 'video-compared'
/** A video was deleted: work on its renditions stops. */
export const VIDEO_DELETED = 'video-deleted'
/** The ranking of Rising was computed again. */
export const HEAT_CHANGED = 'heat-changed'
/** `<video id> <count's name> <its new value>` */
export const VIDEO_COUNTED = 'video-counted'

const counts = ['likesCount', 'viewsCount', 'commentsCount'] as const
export type VideoCount = (typeof counts)[number]

export function videoChanged(signals: Signals, videoId: string): void {
  signals.send(VIDEO_CHANGED, videoId)
}

export function videoIndexed(signals: Signals, videoId: string): void {
  signals.send(VIDEO_INDEXED, videoId)
}

export function heatChanged(signals: Signals): void {
  signals.send(HEAT_CHANGED, '')
}

export function videoCompared(signals: Signals, videoId: string): void {
  signals.send(VIDEO_COMPARED, videoId)
}

export function videoDeleted(signals: Signals, videoId: string): void {
  videoChanged(signals, videoId)
  signals.send(VIDEO_DELETED, videoId)
}

export function videoCounted(signals: Signals, videoId: string, count: VideoCount, value: number): void {
  signals.send(VIDEO_COUNTED, `${videoId} ${count} ${value}`)
}

/** Returns the id in a payload of `VIDEO_COUNTED`, for listeners that need nothing else. */
export function countedVideoId(payload: string): string {
  return payload.slice(0, payload.indexOf(' '))
}

/** @returns `undefined` for a malformed payload: other roles may send to the channel, too. */
export function readVideoCounted(payload: string): { id: string; count: VideoCount; value: number } | undefined {
  const [id = '', name, digits = '', ...more] = payload.split(' ')
  const count = counts.find((each) => each === name)
  return count && /^\d{1,15}$/.test(digits) && more.length === 0 ? { id, count, value: Number(digits) } : undefined
}

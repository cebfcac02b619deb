import type { Signals } from './signals.ts'

/** What is told of videos once it is committed, so that nobody is shown an older copy (`video-cache.ts`). */

/** A video was published, edited, rendered, hidden, shown or deleted. */
export const VIDEO_CHANGED = 'video-changed'
/** What is searched of a video, and its tags, follow what it has become. */
export const VIDEO_INDEXED = 'video-indexed'
/** What is most like a video was found anew. */
export const VIDEO_COMPARED = 'video-compared'
/** A video is gone: what is still being made of it is for nobody. */
export const VIDEO_DELETED = 'video-deleted'
/** It was worked out anew how much videos are loved. */
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

/** @returns `undefined` for what `videoCounted` has not written: others may send to the channel too. */
export function readVideoCounted(payload: string): { id: string; count: VideoCount; value: number } | undefined {
  const [id = '', name, digits = '', ...more] = payload.split(' ')
  const count = counts.find((each) => each === name)
  return count && /^\d{1,15}$/.test(digits) && more.length === 0 ? { id, count, value: Number(digits) } : undefined
}

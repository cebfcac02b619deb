import type { Signals } from '../../db/signals.ts'

/** What is told of videos once it is committed, so that nobody is shown an older copy (`shared-videos.ts`). */

/** A video was published, edited, rendered, hidden, shown or deleted. */
export const VIDEO_CHANGED = 'video-changed'
/** `<video id> <count's name> <its new value>` */
export const VIDEO_COUNTED = 'video-counted'

export type VideoCount = 'likesCount' | 'viewsCount' | 'commentsCount'

export function videoChanged(signals: Signals, videoId: string): void {
  signals.send(VIDEO_CHANGED, videoId)
}

export function videoCounted(signals: Signals, videoId: string, count: VideoCount, value: number): void {
  signals.send(VIDEO_COUNTED, `${videoId} ${count} ${value}`)
}

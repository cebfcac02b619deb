import type { Signals } from './signals.ts'

/** A comment on the video in the payload was written, deleted, liked or unliked. */
export const COMMENTS_CHANGED = 'comments-changed'

export function commentsChanged(signals: Signals, videoId: string): void {
  signals.send(COMMENTS_CHANGED, videoId)
}

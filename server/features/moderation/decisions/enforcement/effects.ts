import { emitSessionsEnded } from '../../../../identity/end-sessions.ts'
import { purgeHidden } from '../../../../objects/purge-copies.ts'
import type { Deps } from '../../../../setup/deps.ts'
import { emitAccountHidden } from '../../../../signals/user-signals.ts'
import { type CountedComments, emitCommentsHidden } from '../../../social/comments/hide-comments.ts'
import { type HiddenVideos, emitVideosHidden } from '../../../videos/publishing/hide-video.ts'

/** Changes made by enforcement, for which signals are emitted after the commit. */
export interface Effects {
  videos: HiddenVideos | undefined
  comments: CountedComments[]
  /** The user whose account was hidden or shown. */
  personId: string | null
  /** The keys of the sessions that were ended. */
  endedSessions: string[]
}

export const noEffects: Effects = { videos: undefined, comments: [], personId: null, endedSessions: [] }

/** Emits the signals of changes made by enforcement. */
export function emitEffects(
  deps: Pick<Deps, 'db' | 'signals' | 'cdn'>,
  { videos, comments, personId, endedSessions }: Effects,
): void {
  const { signals } = deps
  if (videos) emitVideosHidden(deps, videos)
  emitCommentsHidden(signals, comments)
  if (personId) {
    emitAccountHidden(signals, personId)
    purgeHidden(deps, [personId])
  }
  emitSessionsEnded(signals, endedSessions)
}

import { tellEnded } from '../../identity/end-sessions.ts'
import type { Signals } from '../../signals/signals.ts'
import { accountHidden } from '../../signals/user-signals.ts'
import { type CountedComments, tellHiddenComments } from '../comments/hide-comments.ts'
import { type HiddenVideo, tellHiddenVideos } from '../videos/hide-video.ts'

/** What measures have changed, to be told once it is committed. */
export interface Effects {
  videos: HiddenVideo[]
  comments: CountedComments[]
  /** Whose account was hidden or shown. */
  personId: string | null
  /** The keys of their sessions. */
  endedSessions: string[]
}

export const noEffects: Effects = { videos: [], comments: [], personId: null, endedSessions: [] }

export function tellEffects(signals: Signals, { videos, comments, personId, endedSessions }: Effects): void {
  tellHiddenVideos(signals, videos)
  tellHiddenComments(signals, comments)
  if (personId) accountHidden(signals, personId)
  tellEnded(signals, endedSessions)
}

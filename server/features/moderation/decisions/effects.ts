import { tellEnded } from '../../../identity/end-sessions.ts'
import { forgetHidden } from '../../../objects/forget-copies.ts'
import type { Deps } from '../../../setup/deps.ts'
import { accountHidden } from '../../../signals/user-signals.ts'
import { type CountedComments, tellHiddenComments } from '../../social/comments/hide-comments.ts'
import { type HiddenVideo, tellHiddenVideos } from '../../videos/publishing/hide-video.ts'

/** Changes by enforcement, for which signals are emitted after the commit. */
export interface Effects {
  videos: HiddenVideo[]
  comments: CountedComments[]
  /** The user whose account was hidden or shown. */
  personId: string | null
  /** The keys of the sessions that were ended. */
  endedSessions: string[]
}

export const noEffects: Effects = { videos: [], comments: [], personId: null, endedSessions: [] }

export function tellEffects(
  deps: Pick<Deps, 'db' | 'signals' | 'cdn'>,
  { videos, comments, personId, endedSessions }: Effects,
): void {
  const { signals } = deps
  tellHiddenVideos(deps, videos)
  tellHiddenComments(signals, comments)
  if (personId) {
    accountHidden(signals, personId)
    forgetHidden(deps, [personId])
  }
  tellEnded(signals, endedSessions)
}

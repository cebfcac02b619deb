import type { Signals } from './signals.ts'

/** Signals about people, emitted after the commit. */

/** A person registered. No cache listens to it, but it makes replicas wait for the new row. */
export const USER_CREATED = 'user-created'
/** A person's name or picture changed, and with it the videos and comments that show them. */
export const PROFILE_CHANGED = 'profile-changed'
/** A person's followers were counted again. */
export const FOLLOWERS_COUNTED = 'followers-counted'
/** A person followed or unfollowed another one. The payload is the follower. */
export const FOLLOWS_CHANGED = 'follows-changed'
/** A person was suspended or restored, so that others no longer see them, or see them again. */
export const ACCOUNT_HIDDEN = 'account-hidden'
/** A person muted or blocked another one, or undid it. The payload is the person who did it. */
export const MUTES_AND_BLOCKS_CHANGED = 'relations-changed'
/** A person's role changed. */
export const STAFF_CHANGED = 'staff-changed'

/** Emits that an account was hidden or shown again, with everything that belongs to it. */
export function emitAccountHidden(signals: Signals, userId: string): void {
  signals.emit(PROFILE_CHANGED, userId)
  signals.emit(ACCOUNT_HIDDEN, userId)
}

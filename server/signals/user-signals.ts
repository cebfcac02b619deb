import type { Signals } from './signals.ts'

/** What is told of people once it is committed. */

/** The name or picture of a person changed, and with it what shows them: their videos, their comments. */
export const PROFILE_CHANGED = 'profile-changed'
/** Their followers were counted anew. */
export const FOLLOWERS_COUNTED = 'followers-counted'
/** Somebody follows somebody, or no longer does. The payload is who did it. */
export const FOLLOWS_CHANGED = 'follows-changed'
/** They were suspended, or no more: nobody is told of them, or everybody again. */
export const ACCOUNT_HIDDEN = 'account-hidden'
/** Somebody muted or blocked somebody, or took it back. The payload is who did it. */
export const RELATIONS_CHANGED = 'relations-changed'
/** Somebody looks after the site now, or no longer does. */
export const STAFF_CHANGED = 'staff-changed'

export function profileChanged(signals: Signals, userId: string): void {
  signals.send(PROFILE_CHANGED, userId)
}

export function followersCounted(signals: Signals, userId: string): void {
  signals.send(FOLLOWERS_COUNTED, userId)
}

export function followsChanged(signals: Signals, followerId: string): void {
  signals.send(FOLLOWS_CHANGED, followerId)
}

/** An account was hidden, or shown again, with all that is theirs. */
export function accountHidden(signals: Signals, userId: string): void {
  profileChanged(signals, userId)
  signals.send(ACCOUNT_HIDDEN, userId)
}

export function relationsChanged(signals: Signals, userId: string): void {
  signals.send(RELATIONS_CHANGED, userId)
}

export function staffChanged(signals: Signals): void {
  signals.send(STAFF_CHANGED, '')
}

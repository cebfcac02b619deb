import { readPersonal, storePersonal } from '../../../viewer/personal-state.ts'

const NAME = 'recent-searches'
/** Stands for the viewer's id if they are not signed in. */
const VISITOR = 'visitor'
const MAX_SEARCHES = 8

/** Returns the viewer's latest searches on this device, the newest first. */
export function readRecentSearches(userId: string = VISITOR): string[] {
  return readPersonal(NAME, userId)?.split('\n') ?? []
}

/** Stores searches, the newest first. They never leave this device. */
export function storeRecentSearches(userId: string = VISITOR, searches: string[]): void {
  storePersonal(NAME, userId, searches.slice(0, MAX_SEARCHES).join('\n') || null)
}

/** Adds a search. A repeated one moves to the front. */
export function addRecentSearch(userId: string | undefined, q: string): void {
  storeRecentSearches(userId, [q, ...readRecentSearches(userId).filter((earlier) => earlier !== q)])
}

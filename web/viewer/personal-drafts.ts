import { queryClient } from '../net/query-client.ts'
import { createPersonalState } from './personal-state.ts'
import { ownUserQuery } from './viewer.queries.ts'

const viewerId = () => queryClient.getQueryData(ownUserQuery.queryKey)?.id ?? ''

/**
 * Creates unsent values in memory, by user and subject. They outlive their form. If the session ends during typing,
 * the form finds them again once the same user has signed in.
 */
export function createPersonalDrafts<T>() {
  const drafts = createPersonalState<ReadonlyMap<string, T>>()
  return {
    find: (subject: string, userId = viewerId()): T | undefined => drafts.get(userId)?.get(subject),
    /** Stores the draft of a subject. `undefined` deletes it. */
    keep(subject: string, draft: T | undefined, userId = viewerId()): void {
      const kept = new Map(drafts.get(userId))
      if (draft === undefined) kept.delete(subject)
      else kept.set(subject, draft)
      drafts.set(userId, kept)
    },
  }
}

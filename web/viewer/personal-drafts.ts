import { queryClient } from '../net/query-client.ts'
import { createPersonalState } from './personal-state.ts'
import { cachedUser } from './viewer.queries.ts'

const viewerId = () => cachedUser(queryClient)?.id ?? ''

/**
 * Creates unsent values in memory, by user and subject. They outlive their form. If the session ends during typing,
 * the form finds them again once the same user has signed in.
 *
 * @returns A function that returns the draft of a subject, by default that of the viewer.
 */
export function createPersonalDrafts<T>() {
  const drafts = createPersonalState<ReadonlyMap<string, T>>()
  return (subject: string, userId?: string) => ({
    read: (): T | undefined => drafts.get(userId ?? viewerId())?.get(subject),
    /** Stores the draft. `undefined` deletes it. */
    store(draft: T | undefined): void {
      const ownerId = userId ?? viewerId()
      const stored = new Map(drafts.get(ownerId))
      if (draft === undefined) stored.delete(subject)
      else stored.set(subject, draft)
      drafts.set(ownerId, stored)
    },
    /** Calls the listener when any of these drafts changes. @returns A function that unsubscribes. */
    subscribe: drafts.subscribe,
  })
}

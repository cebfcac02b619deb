import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openTabChannel } from '../page/tab-channel.ts'
import { ownUserQuery } from './viewer.queries.ts'

/** Items about the viewer that a banner announces until a page has shown them. */
interface SeenItems<Item> {
  mark: (items: Item[]) => Promise<unknown>
  /** Announces to the other tabs that items were marked as seen. */
  tabs: ReturnType<typeof openTabChannel<'seen'>>
}

/**
 * @param mark Marks items as seen on the server. If the call fails, the items stay unseen and are marked on the next
 *   visit.
 */
export function createSeenItems<Item>(channel: string, mark: SeenItems<Item>['mark']): SeenItems<Item> {
  return { mark, tabs: openTabChannel(channel) }
}

const listUnseen = <Item extends { isSeen: boolean }>(items: Item[] = []) => items.filter(({ isSeen }) => !isSeen)

/** Returns the items to announce, and refetches the signed-in user when another tab has marked items as seen. */
export function useUnseen<Item extends { isSeen: boolean }>(
  { tabs }: SeenItems<Item>,
  items: Item[] | undefined,
): Item[] {
  const client = useQueryClient()
  useEffect(() => tabs.subscribe(() => void client.invalidateQueries(ownUserQuery)), [client, tabs])
  return listUnseen(items)
}

/** Marks the items as seen when they are shown. */
export function useMarkSeen<Item extends { isSeen: boolean }>(seen: SeenItems<Item>, items: Item[] | undefined): void {
  const client = useQueryClient()
  useEffect(() => void markSeen(client, seen, listUnseen(items)), [client, seen, items])
}

async function markSeen<Item>(client: QueryClient, { mark, tabs }: SeenItems<Item>, unseen: Item[]): Promise<void> {
  if (unseen.length === 0) return
  await mark(unseen).catch(() => undefined)
  tabs.emit('seen')
  await client.invalidateQueries(ownUserQuery)
}

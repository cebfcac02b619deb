import type { QueryClient } from '@tanstack/react-query'
import { countView } from '../../contract/social/views.ts'
import { call } from '../net/api.ts'
import { findCachedVideo, patchVideo } from './video-cache.ts'
import { scheduleListRefresh } from './video-refresh.ts'

/**
 * Identifies the page visit, so that the server can distinguish a retried call from another view. `undefined` on plain
 * http, where browsers generate no UUIDs.
 */
const visitId: string | undefined = globalThis.isSecureContext ? crypto.randomUUID() : undefined
const counted = new Set<string>()

/** Counts the first play of a video in this page visit. The count rises at once, and falls again if the call fails. */
export async function countFirstPlay(client: QueryClient, id: string): Promise<void> {
  if (counted.has(id)) return
  counted.add(id)
  const before = findCachedVideo(client, id)?.viewsCount ?? 0
  patchViews(client, id, before + 1)
  try {
    const { viewsCount } = await call(countView, { params: { id }, body: { visitId } })
    patchViews(client, id, viewsCount)
    scheduleListRefresh(client)
  } catch (error) {
    // A count that has changed in the meantime came from the server and is correct.
    patchVideo(client, id, (video) => (video.viewsCount === before + 1 ? { ...video, viewsCount: before } : video))
    console.warn('Failed to count a view.', error)
  }
}

function patchViews(client: QueryClient, id: string, viewsCount: number): void {
  patchVideo(client, id, (video) => ({ ...video, viewsCount }))
}

import type { QueryClient } from '@tanstack/react-query'
import { countView } from '../../../contract/views.ts'
import { call } from '../../api.ts'
import { patchVideo } from '../video/video-cache.ts'
import { touchVideoLists } from '../video/video-refresh.ts'

/** One a page visit, so that the server can tell a repeated call from another view. Absent on plain http. */
const visitId: string | undefined = globalThis.isSecureContext ? crypto.randomUUID() : undefined
const counted = new Set<string>()

/** Counts the first play of a video in this page visit: on screen at once, back again if it could not be counted. */
export async function countFirstPlay(client: QueryClient, id: string): Promise<void> {
  if (counted.has(id)) return
  counted.add(id)
  addToViews(client, id, 1)
  try {
    const { viewsCount } = await call(countView, { params: { id }, body: { visitId } })
    patchVideo(client, id, (video) => ({ ...video, viewsCount }))
    touchVideoLists(client)
  } catch (error) {
    addToViews(client, id, -1)
    console.warn('A view was not counted.', error)
  }
}

function addToViews(client: QueryClient, id: string, by: 1 | -1): void {
  patchVideo(client, id, (video) => ({ ...video, viewsCount: video.viewsCount + by }))
}

import type { QueryClient } from '@tanstack/react-query'
import { reportBroken } from '../../../../contract/videos/report-broken.ts'
import { call } from '../../../net/api.ts'
import { dropVideo } from '../../../videos/video-cache.ts'
import { touchVideoLists } from '../../../videos/video-refresh.ts'

const reported = new Set<string>()

/**
 * Tells the server, once a page visit, that a video does not load. If the server hides it, or had hidden it, it
 * leaves every list.
 *
 * @returns Whether it left.
 */
export async function reportBrokenOnce(client: QueryClient, id: string): Promise<boolean> {
  if (reported.has(id)) return false
  reported.add(id)
  try {
    const { hidden, alreadyHidden } = await call(reportBroken, { params: { id } }, { isUnasked: true })
    if (!hidden && !alreadyHidden) return false
    dropVideo(client, id)
    touchVideoLists(client)
    return true
  } catch (error) {
    console.warn('A broken video was not reported.', error)
    return false
  }
}

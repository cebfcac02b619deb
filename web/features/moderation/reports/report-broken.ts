import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { reportBroken } from '../../../../contract/moderation/report-broken.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import { ApiError, codeOf } from '../../../net/api-error.ts'
import { call } from '../../../net/api.ts'
import { removeVideo } from '../../../videos/video-cache.ts'
import { scheduleListRefresh } from '../../../videos/video-refresh.ts'

const reported = new Set<string>()

/**
 * Reports a video that does not load, until the server has replied once in this page visit. Removes it from every list
 * if the server has hidden or deleted it.
 *
 * @returns Whether it was removed.
 */
export async function reportBrokenOnce(client: QueryClient, id: string): Promise<boolean> {
  if (reported.has(id)) return false
  reported.add(id)
  try {
    if (!(await isHiddenNow(id))) return false
    removeVideo(client, id)
    scheduleListRefresh(client)
    return true
  } catch (error) {
    // Without a reply from the server, the next attempt to play the video reports it again.
    if (!(error instanceof ApiError)) reported.delete(id)
    console.warn('A broken video was not reported.', error)
    return false
  }
}

/**
 * Reports a video that does not load here. While it is being processed, an original that this browser cannot play does
 * not count as broken.
 *
 * @param onHidden Called when the server has hidden or deleted the video.
 */
export function useBrokenReport(
  { id, status }: Pick<Video, 'id' | 'status'>,
  hasFailed: boolean,
  onHidden?: () => void,
): void {
  const client = useQueryClient()
  const isBroken = hasFailed && status !== 'processing'
  const reportHidden = useEffectEvent(() => onHidden?.())
  useEffect(() => {
    if (isBroken) void reportBrokenOnce(client, id).then((isHidden) => isHidden && reportHidden())
  }, [client, id, isBroken])
}

async function isHiddenNow(id: string): Promise<boolean> {
  try {
    const { hidden, alreadyHidden } = await call(reportBroken, { params: { id } }, { isBackground: true })
    return hidden || alreadyHidden
  } catch (error) {
    if (codeOf(error) === 'NOT_FOUND') return true
    throw error
  }
}

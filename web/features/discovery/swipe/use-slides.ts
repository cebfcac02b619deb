import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Video } from '../../../../contract/videos/videos.ts'
import { videoQuery } from '../../../videos/video.queries.ts'
import { closeView } from './swipe-address.ts'

/**
 * Returns the videos to swipe through. A video that was opened by its address and is not on the loaded pages of the
 * wall comes first. The view closes if that video does not exist.
 */
export function useSlides(viewedId: string, videos: Video[]): Video[] {
  const [guestId] = useState(() => (videos.some(({ id }) => id === viewedId) ? undefined : viewedId))
  const { data: guest, isError } = useQuery({
    ...videoQuery(guestId ?? ''),
    enabled: guestId !== undefined,
  })
  const missing = guestId !== undefined && isError
  useEffect(() => {
    if (missing) closeView()
  }, [missing])
  if (guestId === undefined) return videos
  return guest ? [guest, ...videos.filter(({ id }) => id !== guestId)] : []
}

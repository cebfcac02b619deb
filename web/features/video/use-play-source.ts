import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Video } from '../../../contract/videos.ts'
import { type PlaySource, playSources, streamChoiceQuery } from './play-sources.ts'

/**
 * What a video is played from. Once something plays, a better source that comes into being does not take its place: only
 * what has failed gives way.
 *
 * @param failed Addresses that do not play here.
 * @returns No source while it is being chosen, and when all have failed.
 */
export function usePlaySource(
  video: Video,
  failed: readonly string[],
): { source: PlaySource | undefined; isChoosing: boolean } {
  const [kept, setKept] = useState<PlaySource>()
  const choice = useQuery({ ...streamChoiceQuery(video.streamUrl ?? ''), enabled: !kept && video.streamUrl !== null })
  if (kept && !failed.includes(kept.url)) return { source: kept, isChoosing: false }
  if (choice.isLoading) return { source: undefined, isChoosing: true }
  const source = playSources(video, choice.data === true).find(({ url }) => !failed.includes(url))
  if (source?.url !== kept?.url) setKept(source)
  return { source, isChoosing: false }
}

import { useState } from 'react'
import { type Playable, type PlaySource, playSources } from './play-sources.ts'

/** What a player plays, and what it says when that fails. */
interface Playback {
  /** None when all have failed. */
  source: PlaySource | undefined
  /** Where the source that failed had come to: the next one goes on there. */
  startSeconds: number
  fail: (atSeconds: number) => void
  retry: () => void
}

/**
 * The best source of a video that plays here. Once one is chosen, a better one that comes into being does not take its
 * place: only what has failed gives way.
 */
export function usePlaySource(video: Playable): Playback {
  const [kept, setKept] = useState<PlaySource>()
  const [failed, setFailed] = useState<readonly string[]>([])
  const [startSeconds, setStartSeconds] = useState(0)
  const mayPlay = ({ url }: PlaySource) => !failed.includes(url)
  const source = kept && mayPlay(kept) ? kept : playSources(video).find(mayPlay)
  if (source?.url !== kept?.url) setKept(source)
  return {
    source,
    startSeconds,
    fail: (atSeconds) => {
      if (!source) return
      setStartSeconds(atSeconds)
      setFailed((urls) => [...urls, source.url])
    },
    retry: () => setFailed([]),
  }
}

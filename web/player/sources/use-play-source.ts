import { useState } from 'react'
import { type Playable, type PlaySource, playSources } from './play-sources.ts'

/** The current source of a player. */
interface Playback {
  /** `undefined` if all sources have failed. */
  source: PlaySource | undefined
  /** The position at which the source starts: `firstSeconds`, or the one at which the previous source failed. */
  startSeconds: number
  fail: (atSeconds: number) => void
  retry: () => void
}

/**
 * Returns the best source that plays in this browser. A better source that becomes available later is used only if the
 * current source fails.
 *
 * @param firstSeconds The position at which the first source starts.
 */
export function usePlaySource(video: Playable, firstSeconds = 0): Playback {
  const [kept, setKept] = useState<PlaySource>()
  const [failed, setFailed] = useState<readonly string[]>([])
  const [startSeconds, setStartSeconds] = useState(firstSeconds)
  const mayPlay = ({ url }: PlaySource) => !failed.includes(url)
  const source = kept && mayPlay(kept) ? kept : playSources(video).find(mayPlay)
  if (source?.url !== kept?.url) setKept(source)
  return {
    source,
    startSeconds,
    fail: (atSeconds) => {
      if (!source) return
      // A source that fails before its first frame has no position yet.
      setStartSeconds((before) => atSeconds || before)
      setFailed((urls) => [...urls, source.url])
    },
    retry: () => setFailed([]),
  }
}

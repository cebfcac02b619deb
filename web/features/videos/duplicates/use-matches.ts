import { useEffect, useState } from 'react'
import { findMatches, type Match } from '../../../../contract/videos/duplicates.ts'
import { call } from '../../../net/api.ts'
import { onSignOut } from '../../../viewer/personal-state.ts'
import { hashMoments } from './hash-moments.ts'

/** Results by file. The client requests them once per file, however often the file's form is shown. */
let known = new WeakMap<File, readonly Match[]>()
/** Resolves when all earlier files have been looked up. Decoding several files at once would make the form slow. */
let turn: Promise<unknown> = Promise.resolve()
onSignOut(() => (known = new WeakMap()))

interface Looked {
  file: File
  /** A blob address of the file. */
  url: string
  durationSeconds: number | undefined
}

/**
 * Returns the clips on this site that show the same pictures as a file. The result is only advice: it is empty if the
 * browser cannot play the file, the network is down, or the rate limit is exceeded.
 */
export function useMatches({ file, url, durationSeconds }: Looked): readonly Match[] {
  const [found, setFound] = useState<readonly Match[]>()
  useEffect(() => {
    if (durationSeconds === undefined || known.has(file)) return
    const leaving = new AbortController()
    const { signal } = leaving
    const look = async () => {
      if (signal.aborted) return
      const frames = await hashMoments(url, durationSeconds, signal)
      if (frames.length === 0) return
      const { matches } = await call(findMatches, { body: { durationSeconds, frames } }, { signal, isUnasked: true })
      known.set(file, matches)
      setFound(matches)
    }
    turn = turn.then(look).catch(() => undefined)
    return () => leaving.abort()
  }, [file, url, durationSeconds])
  return known.get(file) ?? found ?? []
}

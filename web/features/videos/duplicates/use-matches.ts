import { useEffect, useState } from 'react'
import { findMatches, type Match } from '../../../../contract/videos/duplicates.ts'
import { call } from '../../../net/api.ts'
import { onSignOut } from '../../../viewer/personal-state.ts'
import { hashMoments } from './hash-moments.ts'

/** Of files that were looked at: each is asked for once, however often its form is shown. */
let known = new WeakMap<File, readonly Match[]>()
onSignOut(() => (known = new WeakMap()))

interface Looked {
  file: File
  /** A blob address. */
  url: string
  durationSeconds: number | undefined
}

/**
 * The clips here that show the same as a file. It is advice: where it cannot be had (this browser does not play the file,
 * there is no network, it was asked for too often), nothing is said.
 */
export function useMatches({ file, url, durationSeconds }: Looked): readonly Match[] {
  const [found, setFound] = useState<readonly Match[]>()
  useEffect(() => {
    if (durationSeconds === undefined || known.has(file)) return
    const leaving = new AbortController()
    const { signal } = leaving
    const look = async () => {
      const frames = await hashMoments(url, durationSeconds, signal)
      if (frames.length === 0) return
      const { matches } = await call(findMatches, { body: { durationSeconds, frames } }, { signal, isUnasked: true })
      known.set(file, matches)
      setFound(matches)
    }
    look().catch(() => undefined)
    return () => leaving.abort()
  }, [file, url, durationSeconds])
  return known.get(file) ?? found ?? []
}

import { useEffect, useState } from 'react'
import { nameAspectRatio } from '../../../contract/aspect-ratio.ts'
import type { FileFacts } from './inspect-file.ts'

export interface ChosenFile {
  file: File
  /** A blob address for showing it here. */
  url: string
  /** `undefined` while the file is being read. */
  facts: FileFacts | undefined
  /** Why nothing could be read from it: the internal message. */
  problem: string | undefined
  /** `'auto'` until it is detected, or where it cannot be. */
  aspectRatio: string
}

/** The chosen file and what can be said of it before a byte is sent. */
export function useChosenFile(initial: File | undefined): [ChosenFile | undefined, (file: File | undefined) => void] {
  const [file, setFile] = useState(initial)
  const [known, setKnown] = useState<{ file: File; url: string; facts?: FileFacts; problem?: string }>()

  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    let current = true
    setKnown({ file, url })
    import('./inspect-file.ts')
      .then(({ inspectFile }) => inspectFile(file))
      .then(
        (facts) => current && setKnown({ file, url, facts }),
        (error: Error) => current && setKnown({ file, url, problem: error.message }),
      )
    return () => {
      current = false
      URL.revokeObjectURL(url)
    }
  }, [file])

  if (!file || known?.file !== file) return [undefined, setFile]
  const { url, facts, problem } = known
  const aspectRatio = facts ? nameAspectRatio(facts.width, facts.height) : 'auto'
  return [{ file, url, facts, problem, aspectRatio }, setFile]
}

import { useLayoutEffect, useState } from 'react'
import type { Findings } from './read-file.ts'

export interface ChosenFile {
  file: File
  /** A blob address for showing it here. */
  url: string
  findings: Findings
}

/** Gives a file an address until another one is shown. */
export function useChosenFile(file: File | undefined, findings: Findings = {}): ChosenFile | undefined {
  const [known, setKnown] = useState<{ file: File; url: string }>()

  // Before the first paint: from one clip to the next, the form does not look for a moment as if none was chosen.
  useLayoutEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setKnown({ file, url })
    return () => URL.revokeObjectURL(url)
  }, [file])

  return file && known?.file === file ? { ...known, findings } : undefined
}

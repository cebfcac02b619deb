import { useLayoutEffect, useState } from 'react'
import type { Findings } from './read-file.ts'

export interface ChosenFile {
  file: File
  /** A blob address for showing the file in this browser. */
  url: string
  findings: Findings
}

/** Creates a blob address for a file, and releases it when another file is shown. */
export function useChosenFile(file: File | undefined, findings: Findings = {}): ChosenFile | undefined {
  const [known, setKnown] = useState<{ file: File; url: string }>()

  // A layout effect runs before the first paint, so the form never flashes its empty state when clips are switched.
  useLayoutEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setKnown({ file, url })
    return () => URL.revokeObjectURL(url)
  }, [file])

  return file && known?.file === file ? { ...known, findings } : undefined
}

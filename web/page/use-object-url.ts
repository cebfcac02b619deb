import { useLayoutEffect, useState } from 'react'

/** Returns a blob address of a file, and releases it when another file is given. */
export function useObjectUrl(file: File | null | undefined): string | undefined {
  const [known, setKnown] = useState<{ file: File; url: string }>()
  // A layout effect runs before the first paint, so nothing flashes when files are switched.
  useLayoutEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setKnown({ file, url })
    return () => URL.revokeObjectURL(url)
  }, [file])
  return known && known.file === file ? known.url : undefined
}

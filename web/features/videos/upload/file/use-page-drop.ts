import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Accepts files that are dropped or pasted anywhere on the page.
 *
 * @returns Whether a file is being dragged over the page.
 */
export function usePageDrop(onDrop: (files: FileList) => void): boolean {
  const [dragging, setDragging] = useState(false)
  const drop = useEffectEvent(onDrop)
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      // Without this call the browser would leave the page and open the file.
      event.preventDefault()
      setDragging(true)
    }
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragging(false)
    }
    const onDropped = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setDragging(false)
      if (event.dataTransfer?.files.length) drop(event.dataTransfer.files)
    }
    const onPaste = ({ clipboardData }: ClipboardEvent) => {
      // Formatted text is copied together with a picture of itself. The text is what the user wants to paste.
      const isText = clipboardData?.types.some((type) => type.startsWith('text/'))
      if (clipboardData?.files.length && !isText) drop(clipboardData.files)
    }
    const listeners = new AbortController()
    addEventListener('paste', onPaste, listeners)
    addEventListener('dragover', onOver, listeners)
    addEventListener('dragleave', onLeave, listeners)
    addEventListener('drop', onDropped, listeners)
    return () => listeners.abort()
  }, [])
  return dragging
}

import { useEffect } from 'react'
import { readFile } from '../file/read-file.ts'
import { type Line, noteFindings, shownClip } from './line.ts'
import type { UploadQueue } from './upload-queue.ts'

/** Reads the chosen files one after another, starting with the file of the shown clip. */
export function useFindings(queue: UploadQueue, line: Line): void {
  const unread = [shownClip(line), ...line.clips].find(({ file, findings }) => file && !findings)?.file
  useEffect(() => {
    if (!unread) return
    // If the code fails to load, the file is not at fault. It is read on the next visit of the page.
    readFile(unread, (found) => queue.line.set(noteFindings(queue.line.get(), unread, found))).catch(() => undefined)
  }, [queue, unread])
}

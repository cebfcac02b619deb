import { useEffect } from 'react'
import { readFile } from '../file/read-file.ts'
import { type QueueState, noteFindings, shownClip } from './queue-state.ts'
import type { UploadQueue } from './upload-queue.ts'

/** Reads the chosen files one after another, starting with the file of the shown clip. */
export function useFindings(queue: UploadQueue, queueState: QueueState): void {
  const unread = [shownClip(queueState), ...queueState.clips].find(({ file, findings }) => file && !findings)?.file
  useEffect(() => {
    if (!unread) return
    // A failure to load the code says nothing about the file, which is read on the next visit to the page.
    readFile(unread, (found) => queue.queueState.set(noteFindings(queue.queueState.get(), unread, found))).catch(
      () => undefined,
    )
  }, [queue, unread])
}

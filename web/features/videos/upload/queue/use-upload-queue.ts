import { useEffect } from 'react'
import { useStore } from '../../../../page/use-store.ts'
import type { Line } from './line.ts'
import { queueOf, type UploadQueue } from './upload-queue.ts'

/** What a person publishes, as it changes. What waited for them to sign in again goes on. */
export function useUploadQueue(userId: string): { queue: UploadQueue; line: Line } {
  const queue = queueOf(userId)
  useEffect(() => queue.goOn(), [queue])
  return { queue, line: useStore(queue.line) }
}

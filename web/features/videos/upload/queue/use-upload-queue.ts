import { useEffect } from 'react'
import { useStore } from '../../../../page/use-store.ts'
import type { QueueState } from './queue-state.ts'
import { queueOf, type UploadQueue } from './upload-queue.ts'

/** Returns a user's upload queue and its current content. Clips that waited for a renewed sign-in continue. */
export function useUploadQueue(userId: string): { queue: UploadQueue; queueState: QueueState } {
  const queue = queueOf(userId)
  useEffect(() => queue.resume(), [queue])
  return { queue, queueState: useStore(queue.queueState) }
}

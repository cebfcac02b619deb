import type { Deps } from '../../../setup/deps.ts'
import { VIDEO_DELETED } from '../../../signals/video-signals.ts'

/**
 * Watches for the deletion of a video, by this process or another, while the video is being rendered.
 *
 * @returns A signal that aborts on deletion. The caller disposes of it when the work is done.
 */
export function watchForDeletion(
  { db, signals }: Pick<Deps, 'db' | 'signals'>,
  videoId: string,
): Disposable & { signal: AbortSignal } {
  const deleted = new AbortController()
  const check = async () => {
    const video = await db.selectFrom('videos').select('id').where('id', '=', videoId).executeTakeFirst()
    if (!video) deleted.abort()
  }
  const stopListening = signals.on(
    VIDEO_DELETED,
    (id) => id === videoId && deleted.abort(),
    // Events may have been missed while the connection was down. If the check fails, the connection is down again, and
    // its return triggers another check.
    () => void check().catch(() => {}),
  )
  return { signal: deleted.signal, [Symbol.dispose]: stopListening }
}

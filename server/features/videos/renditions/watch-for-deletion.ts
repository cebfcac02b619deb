import type { Deps } from '../../../setup/deps.ts'
import { VIDEO_DELETED } from '../../../signals/video-signals.ts'

/**
 * Whether a video is deleted while something is made of it, by this process or another.
 *
 * @returns Its signal aborts then. To be disposed of when the work is done.
 */
export function watchForDeletion(
  { db, signals }: Pick<Deps, 'db' | 'signals'>,
  videoId: string,
): Disposable & { signal: AbortSignal } {
  const deleted = new AbortController()
  const stopListening = signals.on(
    VIDEO_DELETED,
    (id) => id === videoId && deleted.abort(),
    // What was said meanwhile was not heard.
    () => void isThere(db, videoId).then((isFound) => isFound || deleted.abort(), ignore),
  )
  return { signal: deleted.signal, [Symbol.dispose]: stopListening }
}

async function isThere(db: Deps['db'], id: string): Promise<boolean> {
  return (await db.selectFrom('videos').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** The database went away again: its return is told again. */
function ignore(): void {}

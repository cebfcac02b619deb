import type * as Tus from 'tus-js-client'
import { lazyCode } from '../../../../../net/lazy-code.ts'

/** The code that sends a clip. The code is loaded on demand, because the form does not need it. */
const tus = lazyCode<typeof Tus>(() => import('tus-js-client'))

/** Preloads the code. Call it when the form is complete, so that the code is ready when the clip is published. */
export function preloadTus(): void {
  // A failure is reported when the clip is published.
  void tus.fetch().catch(() => undefined)
}

/**
 * Loads the code that sends a clip.
 *
 * @throws {Error} With a sentence for the user.
 */
export async function fetchTus(): Promise<typeof Tus> {
  try {
    return await tus.fetch()
  } catch (cause) {
    // The message asks for a reload, because the browser may cache the failed import for good.
    throw new Error('We couldn’t load a part of this page. Please reload it: your details are kept.', { cause })
  }
}

import type * as Tus from 'tus-js-client'
import { lazyCode } from '../../../../../net/lazy-code.ts'

/** What sends a clip: whoever looks at the form, or is still writing, does not need it. */
const tus = lazyCode<typeof Tus>(() => import('tus-js-client'))

/** To be called when the form is complete, so that the code is there when it is asked for. */
export function preloadTus(): void {
  // Whether it arrives is seen when somebody publishes.
  void tus.fetch().catch(() => undefined)
}

/** @throws {Error} With a sentence for people. */
export async function fetchTus(): Promise<typeof Tus> {
  try {
    return await tus.fetch()
  } catch (cause) {
    // The browser may remember for good that the code did not arrive.
    throw new Error('We couldn’t load a part of this page. Please reload it: your details are kept.', { cause })
  }
}

import { lazyCode } from '../../../net/lazy-code.ts'

/**
 * What the page of a video has beyond what its card showed. The page itself comes with the wall: over a slow network it
 * stands at once, and these follow where they move nothing.
 */
export const laterParts = lazyCode(() => import('./later-code.ts'))

export function fetchLaterParts(): void {
  // Nobody has asked for the page yet: whether they arrive is seen when somebody does.
  laterParts.fetch().catch(() => undefined)
}

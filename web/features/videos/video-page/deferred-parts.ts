import { lazyCode } from '../../../net/lazy-code.ts'

/** The player, loaded separately so that it need not wait for the other parts. */
export const playerCode = lazyCode(() => import('../../../player/player.tsx'))

/**
 * The parts of a video's page that are loaded after the page itself. The page itself is bundled with the wall, so that it appears at
 * once even over a slow network. The deferred parts are placed where they cause no layout shift.
 */
export const deferredParts = lazyCode(() => import('./deferred-code.ts'))

/** Preloads the player and the other deferred parts. */
export function preloadDeferredParts(): void {
  // The page reports a failure when it is opened.
  for (const code of [playerCode, deferredParts]) code.fetch().catch(() => undefined)
}

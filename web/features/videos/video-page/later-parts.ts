import { lazyCode } from '../../../net/lazy-code.ts'

/** The player, loaded separately so that it need not wait for the other parts. */
export const playerCode = lazyCode(() => import('../../../player/player.tsx'))

/**
 * The parts of a video's page that are loaded later. The page itself is bundled with the wall, so that it appears at
 * once even over a slow network. The later parts are placed where they cause no layout shift.
 */
export const laterParts = lazyCode(() => import('./later-code.ts'))

/** Preloads the player and the other later parts. */
export function fetchLaterParts(): void {
  // The page reports a failure when it is opened.
  for (const code of [playerCode, laterParts]) code.fetch().catch(() => undefined)
}

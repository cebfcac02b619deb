import { useSyncExternalStore } from 'react'
import type { QueryClient } from '@tanstack/react-query'
import { mayAutoplay } from '../page/autoplay.ts'
import { prefersReducedMotion } from '../page/reduced-motion.ts'
import { createStore } from '../page/store.ts'
import { releaseVideo } from '../player/sources/release-video.ts'
import { findShownOrder, openedOrder } from './video-cache.ts'

/**
 * Id of the last opened video. Its card and the stage of its page share the view transition name `clip`. The stage then
 * turns back into the card. The name must be unique on a page, so there is a single id for all cards.
 */
const openedId = createStore<string | undefined>(undefined)

export const { get: openedClipId } = openedId

/** The picture of the card from which that video was opened in this tab. */
let card: { preview: HTMLVideoElement | null; box: DOMRect | undefined } | undefined

/**
 * Records that the viewer opens a video.
 *
 * @param link The pressed link, if it opens the video's page in this tab. It need not contain a card's picture.
 */
export function setOpenedClip(client: QueryClient, id: string, link?: Element): void {
  openedId.set(id)
  openedOrder.set(findShownOrder(client, id))
  const box = link?.querySelector('[data-picture]')?.getBoundingClientRect()
  card = link && { preview: link.querySelector('video'), box }
}

export function useIsOpenedClip(id: string): boolean {
  return useSyncExternalStore(openedId.subscribe, () => openedId.get() === id)
}

/**
 * Returns the card's moving preview, which the clip's page shows until its own player plays. Returns `undefined` if the
 * card was not playing, or if clips do not play by themselves.
 */
export function findOpenedPreview(id: string): HTMLVideoElement | undefined {
  if (openedId.get() !== id || !card?.preview || !mayAutoplay()) return undefined
  const { preview } = card
  return !preview.paused && preview.currentTime > 0 ? preview : undefined
}

/**
 * Moves a preview into the stage of its clip's page. This must happen in the commit that removes the card. At the end
 * of a task, browsers pause an element that is outside of the document.
 *
 * @returns A function that ends it.
 */
export function continuePreview(preview: HTMLVideoElement, stage: HTMLElement): () => void {
  preview.className = 'absolute inset-0 size-full object-contain'
  stage.append(preview)
  return () => releaseVideo(preview)
}

/**
 * Lets the stage of a clip's page grow from the card. A view transition would look alike, but would draw the whole page
 * twice before the picture moves again.
 */
export function growFromCard(id: string, stage: HTMLElement): void {
  if (openedId.get() !== id || !card?.box || prefersReducedMotion()) return
  const from = card.box
  // The page may be opened again later, with the browser's Forward.
  card.box = undefined
  const to = stage.getBoundingClientRect()
  const x = from.x + from.width / 2 - (to.x + to.width / 2)
  const y = from.y + from.height / 2 - (to.y + to.height / 2)
  const transform = `translate(${x}px, ${y}px) scale(${from.width / to.width})`
  stage.animate({ transform: [transform, 'none'] }, { duration: 250, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' })
}

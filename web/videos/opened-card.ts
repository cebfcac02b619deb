import { mayAutoplay } from '../page/autoplay.ts'
import { prefersReducedMotion } from '../page/reduced-motion.ts'
import { releaseVideo } from '../player/sources/release-video.ts'

/** The card that the viewer opened last. */
let opened: { id: string; preview: HTMLVideoElement | null; box: DOMRect | undefined } | undefined

/**
 * Keeps the picture of the card that is being opened for the clip's page.
 *
 * @param link The link that was pressed. It need not contain a card's picture.
 */
export function keepOpenedCard(id: string, link: Element): void {
  const picture = link.querySelector('[data-picture]')
  opened = { id, preview: link.querySelector('video'), box: picture?.getBoundingClientRect() }
}

/**
 * Returns the card's moving preview, which the clip's page shows until its own player plays. Returns `undefined` if the
 * card was not playing, or if clips do not play by themselves.
 */
export function findOpenedPreview(id: string): HTMLVideoElement | undefined {
  if (opened?.id !== id || !opened.preview || !mayAutoplay()) return undefined
  const { preview } = opened
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
  if (opened?.id !== id || !opened.box || prefersReducedMotion()) return
  const from = opened.box
  // The page may be opened again later, with the browser's Forward.
  opened.box = undefined
  const to = stage.getBoundingClientRect()
  const x = from.x + from.width / 2 - (to.x + to.width / 2)
  const y = from.y + from.height / 2 - (to.y + to.height / 2)
  const transform = `translate(${x}px, ${y}px) scale(${from.width / to.width})`
  stage.animate({ transform: [transform, 'none'] }, { duration: 250, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' })
}

import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'

/** Viewport sizes of phones (upright and sideways), tablets and desktops. */
const sizes = [
  { width: 320, height: 640 },
  { width: 360, height: 780 },
  { width: 768, height: 1024 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
]

/** A phone upright and sideways, the most crowded sizes. */
export const phones = [sizes[1], sizes[3]]

/**
 * Expects that nothing on the page, or in the open dialog, is wider than the window at any size.
 *
 * @param close The sizes at which overlaps are checked too, which takes longer.
 */
export async function expectToFit(page: Page, close: readonly unknown[] = sizes): Promise<void> {
  for (const size of sizes) {
    await resize(page, size)
    for (const faults of close.includes(size) ? [widerThanPage, coveredControls, overlappingTexts] : [widerThanPage]) {
      await expect.poll(() => page.evaluate(faults), `${faults.name} at ${size.width} × ${size.height}`).toEqual([])
    }
  }
}

/**
 * Resizes the window and waits for a frame at the new size. Scripts adapt the layout one frame later. A headless
 * Chromium that is resized before that frame may never draw another.
 */
export async function resize(page: Page, size: Parameters<Page['setViewportSize']>[0]): Promise<void> {
  await page.setViewportSize(size)
  await untilDrawn(page)
}

/** Waits for two frames: one that the browser draws, and one after scripts have adapted the layout to it. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

/** Returns the element's vertical position on the screen in pixels, or NaN while it is not in the page. */
export function topOf(place: Locator): Promise<number> {
  return place.evaluateAll((found) => found[0]?.getBoundingClientRect().y ?? NaN)
}

/**
 * Expects every control to be a touch target of at least 44 × 44 px on a phone.
 *
 * @param controls A selector. By default every control of the page, or of the open dialog.
 */
export async function expectLargeTargets(page: Page, message: string, controls?: string): Promise<void> {
  await resize(page, sizes[1]!)
  // Polls, because the wall makes room for a card one frame after the card has grown. Until then the footer covers the
  // card.
  const softly = expect.configure({ soft: true })
  await softly.poll(() => page.evaluate(smallTargets, controls), `small targets: ${message}`).toEqual([])
}

/**
 * Returns the controls with a hit area of less than 44 px. Hit tests outwards from the control's centre measure the
 * area. The area includes pseudo-elements and labels, and ends where a neighbour's area begins. Links within a sentence
 * are exempt, as in WCAG 2.5.5.
 */
async function smallTargets(controls = 'a[href], button, input, select, textarea, summary'): Promise<string[]> {
  // Layouts that scripts compute follow one frame later.
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  const TARGET_PX = 44
  const scope = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document.body
  const found: string[] = []
  for (const control of scope.querySelectorAll(controls)) {
    if (control.closest('[inert], [aria-hidden=true], .sr-only')) continue
    if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const isInline = getComputedStyle(control).display === 'inline'
    if (isInline && control.parentElement!.textContent.trim() !== control.textContent.trim()) continue
    control.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, right, top, bottom, width } = control.getBoundingClientRect()
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    if (width <= 1 || x < 0 || x > innerWidth) continue
    const isHit = (hitX: number, hitY: number) => {
      const hit = document.elementFromPoint(hitX, hitY)
      return hit !== null && (control.contains(hit) || (hit.closest('label')?.contains(control) ?? false))
    }
    /** Measures up to `TARGET_PX`. The 1 is the pixel in the middle. */
    const extent = (dx: number, dy: number) => {
      let px = 1
      for (const sign of [-1, 1]) {
        for (let step = sign; px < TARGET_PX && isHit(x + dx * step, y + dy * step); step += sign) px++
      }
      return px
    }
    // Rounding may assign the pixel in the middle to either side, so the check tolerates one pixel.
    const size = [extent(1, 0), extent(0, 1)]
    if (Math.min(...size) < TARGET_PX - 1) found.push(`${size.join(' × ')}: ${control.outerHTML.slice(0, 200)}`)
  }
  scrollTo(0, 0)
  return found
}

/** Returns the elements that are wider than the page or scroll sideways. */
function widerThanPage(): string[] {
  const found: string[] = []
  for (const element of document.body.querySelectorAll('*')) {
    // The ticker is wider by design, and screen-reader texts are one pixel wide.
    if (element.closest('svg, .sr-only, .ticker-edges, [aria-hidden=true]')) continue
    const { left, right, width } = element.getBoundingClientRect()
    const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth
    if (scrolls || (width > 1 && (right > innerWidth + 1 || left < -1))) found.push(element.outerHTML.slice(0, 200))
  }
  return found
}

/**
 * Scrolls each control into view, as focusing it would. Returns the controls that another element, such as a bar,
 * covers.
 */
function coveredControls(): string[] {
  /** A control at least this high, such as a card's picture or a clip, may be partly covered by other controls. */
  const BUTTON_PX = 120
  const scope = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document.body
  const found: string[] = []
  for (const control of scope.querySelectorAll('a, button, input, select, textarea')) {
    // Excludes the ticker, elements for the eye or for screen readers only, and elements that appear on hover or focus.
    if (control.closest('.ticker-edges, [inert], [aria-hidden=true], .sr-only')) continue
    if (!control.isConnected || !control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    control.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    // Uses the first line of a link that wraps. The corners of the box around all lines are empty.
    const { left, right, top, bottom, width, height } = control.getClientRects()[0] ?? control.getBoundingClientRect()
    if (width <= 1) continue
    const hits = [left + 4, (left + right) / 2, right - 4].map((x) => {
      const hit = document.elementFromPoint(x, (top + bottom) / 2)
      return hit !== null && (control.contains(hit) || (hit.closest('label')?.contains(control) ?? false))
    })
    if (height < BUTTON_PX ? hits.includes(false) : !hits.includes(true)) found.push(control.outerHTML.slice(0, 200))
  }
  scrollTo(0, 0)
  return found
}

/** Returns texts that overlap. Also returns texts that the bottom bar covers at the end of the page. */
function overlappingTexts(): string[] {
  const scope = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document.body
  type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>
  const everything = { left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 }
  const windows = new Map<Element | null, Box>([[null, everything]])
  const common = (a: Box, b: Box) => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  })
  const isLarger = ({ left, top, right, bottom }: Box, px: number) => right - left > px && bottom - top > px
  /** Returns the area in which nothing clips the element's children: neither the element itself nor an ancestor. */
  const windowOf = (element: Element | null): Box => {
    const known = windows.get(element)
    if (known || !element) return known!
    const { overflowX, position } = getComputedStyle(element)
    const around = position === 'fixed' ? windows.get(null)! : windowOf(element.parentElement)
    const own = overflowX === 'visible' ? around : common(around, element.getBoundingClientRect())
    windows.set(element, own)
    return own
  }
  /**
   * Returns the closest fixed or sticky ancestor. The page scrolls below the ancestor, so the ancestor's texts may
   * overlap others.
   */
  const layerOf = (element: Element | null): Element | null =>
    !element || /fixed|sticky/.test(getComputedStyle(element).position) ? element : layerOf(element.parentElement)
  /** Returns the visible lines of text, from the top down. */
  const lines = () => {
    const seen: { text: Text; layer: Element | null; box: Box }[] = []
    const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      const around = text.parentElement!
      if (!text.data.trim() || around.closest('svg, .sr-only, .ticker-edges, option, script, style')) continue
      if (!around.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const [layer, visible] = [layerOf(around), windowOf(around)]
      const range = document.createRange()
      range.selectNodeContents(text)
      for (const rect of range.getClientRects()) {
        // Letters rarely fill the height of their line, so only its middle half counts.
        const letters = new DOMRect(rect.x, rect.y + rect.height * 0.25, rect.width, rect.height * 0.5)
        const box = common(letters, visible)
        if (isLarger(box, 2)) seen.push({ text, layer, box })
      }
    }
    return seen.toSorted((a, b) => a.box.top - b.box.top)
  }
  const say = (text: Text) => `${text.data.slice(0, 40)} (${text.parentElement!.className.slice(0, 60)})`
  const found: string[] = []
  const all = lines()
  for (const [i, one] of all.entries()) {
    for (let j = i + 1; j < all.length && all[j]!.box.top < one.box.bottom; j++) {
      const other = all[j]!
      if (one.text === other.text || one.layer !== other.layer) continue
      if (isLarger(common(one.box, other.box), 1)) found.push(`${say(one.text)} over ${say(other.text)}`)
    }
  }
  if (scope !== document.body) return found
  scrollTo(0, document.documentElement.scrollHeight)
  windows.clear()
  windows.set(null, everything)
  const barTop = document.querySelector('nav[aria-label=Main]')!.getBoundingClientRect().top
  for (const { text, layer, box } of lines()) {
    if (layer === null && box.bottom > barTop) found.push(`${say(text)} under the bar`)
  }
  scrollTo(0, 0)
  return found
}

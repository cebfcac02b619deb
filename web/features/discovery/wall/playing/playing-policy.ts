interface Candidate {
  id: string
  /** Distance between the middle of the picture and the middle of the screen, in pixels. */
  distancePx: number
}

/**
 * Returns the maximum number of previews that play at once. Decoding is expensive, and a wall that plays everything
 * stalls the browser.
 */
export function playingCap(viewportWidthPx: number): number {
  if (viewportWidthPx >= 1024) return 6
  return viewportWidthPx >= 768 ? 2 : 1
}

interface Situation {
  /** The cards that are at least half visible. */
  candidates: Candidate[]
  cap: number
  playing: ReadonlySet<string>
  scrolling: boolean
  /** False with reduced motion, with Save-Data and after 'Pause all'. */
  autoplay: boolean
  /** The hovered and focused cards. */
  requested: ReadonlySet<string>
}

/**
 * Returns the cards that play. During scrolling, nothing new starts and cards that stay half visible continue. After
 * scrolling, requested cards come first, then those nearest to the middle of the screen.
 */
export function choosePlaying({ candidates, cap, playing, scrolling, autoplay, requested }: Situation): Set<string> {
  const wanted = autoplay ? candidates : candidates.filter(({ id }) => requested.has(id))
  if (scrolling) return new Set(wanted.filter(({ id }) => playing.has(id)).map(({ id }) => id))
  const byNearness = wanted.toSorted(
    (a, b) => Number(requested.has(b.id)) - Number(requested.has(a.id)) || a.distancePx - b.distancePx,
  )
  return new Set(byNearness.slice(0, cap).map(({ id }) => id))
}

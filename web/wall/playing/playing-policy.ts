export interface Candidate {
  id: string
  /** How far the middle of its picture is from the middle of the screen, in pixels. */
  distancePx: number
}

/** How many previews play at once: playing costs decoding, and a wall that plays everything chokes the browser. */
export function playingCap(viewportWidthPx: number): number {
  if (viewportWidthPx >= 1024) return 6
  return viewportWidthPx >= 768 ? 2 : 1
}

interface Situation {
  /** The cards that are at least half visible. */
  candidates: Candidate[]
  cap: number
  /** What plays now. */
  playing: ReadonlySet<string>
  scrolling: boolean
  /** False with reduced motion, with Save-Data and after 'Pause all'. */
  autoplay: boolean
  /** The cards under the pointer and with the focus. */
  requested: ReadonlySet<string>
}

/**
 * Which cards play. While the reader scrolls nothing new starts, and what is still half visible goes on; where they
 * stop, the cards that they point at come first, then those nearest to the middle of the screen.
 */
export function choosePlaying({ candidates, cap, playing, scrolling, autoplay, requested }: Situation): Set<string> {
  const wanted = autoplay ? candidates : candidates.filter(({ id }) => requested.has(id))
  if (scrolling) return new Set(wanted.filter(({ id }) => playing.has(id)).map(({ id }) => id))
  const byNearness = wanted.toSorted(
    (a, b) => Number(requested.has(b.id)) - Number(requested.has(a.id)) || a.distancePx - b.distancePx,
  )
  return new Set(byNearness.slice(0, cap).map(({ id }) => id))
}

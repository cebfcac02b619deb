import { useSearch } from 'wouter'

/**
 * The full-screen view stands over its wall as `?view=<video id>` of the wall's own address: the wall stays mounted and
 * where it was, Back closes the view, and a reload or a link opens it again.
 */
const PARAM = 'view'

/** The video that is shown full screen. */
export function useViewedId(): string | undefined {
  return new URLSearchParams(useSearch()).get(PARAM) ?? undefined
}

// Past the router's `navigate`: this is no change of page, so nothing may blur the focus or ask about leaving. The
// router hears of it all the same.
export function openView(videoId: string): void {
  history.pushState({ openedHere: true }, '', addressOf(videoId))
}

/** Another video has come into view. The history does not grow with each swipe. */
export function followView(videoId: string): void {
  history.replaceState(history.state, '', addressOf(videoId))
}

export function closeView(): void {
  const { openedHere } = (history.state ?? {}) as { openedHere?: boolean }
  if (openedHere) history.back()
  else history.replaceState(null, '', addressOf(undefined))
}

function addressOf(videoId: string | undefined): string {
  const url = new URL(location.href)
  if (videoId === undefined) url.searchParams.delete(PARAM)
  else url.searchParams.set(PARAM, videoId)
  return url.pathname + url.search
}

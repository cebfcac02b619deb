import { useSearch } from 'wouter'

/**
 * The full-screen view stands over its wall as `?view=<video id>` of the wall's own address: the wall stays mounted and
 * where it was, Back closes the view, and a reload or a link opens it again.
 */
const VIEW = 'view'
/** `&sheet=…` beside it: what is read over the clip. */
const SHEET = 'sheet'

const sheets = ['comments', 'text'] as const
export type Sheet = (typeof sheets)[number]

/** The video that is shown full screen. */
export function useViewedId(): string | undefined {
  return new URLSearchParams(useSearch()).get(VIEW) ?? undefined
}

/** The sheet that is open over it. */
export function useSheet(): Sheet | undefined {
  const named = new URLSearchParams(useSearch()).get(SHEET)
  return sheets.find((sheet) => sheet === named)
}

// Past the router's `navigate`: this is no change of page, so nothing may blur the focus or ask about leaving. The
// router hears of it all the same.
export function openView(videoId: string): void {
  history.pushState({ openedHere: true }, '', addressWith({ [VIEW]: videoId, [SHEET]: undefined }))
}

/** Another video has come into view. The history does not grow with each swipe. */
export function followView(videoId: string): void {
  history.replaceState(history.state, '', addressWith({ [VIEW]: videoId }))
}

export function closeView(): void {
  close({ [VIEW]: undefined, [SHEET]: undefined })
}

/** Back closes the sheet first, then the view. */
export function openSheet(sheet: Sheet): void {
  history.pushState({ openedHere: true }, '', addressWith({ [SHEET]: sheet }))
}

export function closeSheet(): void {
  close({ [SHEET]: undefined })
}

type Params = Record<string, string | undefined>

/** Goes back to before it was opened; where it was opened by its address, there is no before. */
function close(params: Params): void {
  const { openedHere } = (history.state ?? {}) as { openedHere?: boolean }
  if (openedHere) history.back()
  else history.replaceState(null, '', addressWith(params))
}

/** Of this page, with other parameters; `undefined` takes one away. */
function addressWith(params: Params): string {
  const url = new URL(location.href)
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  return url.pathname + url.search
}

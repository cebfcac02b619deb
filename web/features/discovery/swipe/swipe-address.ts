import { useSearch } from 'wouter'

/**
 * The parameter of the full-screen view, `?view=<video id>`, in the wall's own address. The wall stays mounted and
 * keeps its place. Back closes the view, and a reload or a link opens it again.
 */
const VIEW = 'view'
/** A second parameter, `&sheet=…`, names the sheet that is open over the clip. */
const SHEET = 'sheet'

const sheets = ['comments', 'text'] as const
export type Sheet = (typeof sheets)[number]

/** Returns the id of the video that is shown full screen. */
export function useViewedId(): string | undefined {
  return new URLSearchParams(useSearch()).get(VIEW) ?? undefined
}

/** Returns the sheet that is open over the video. */
export function useSheet(): Sheet | undefined {
  const named = new URLSearchParams(useSearch()).get(SHEET)
  return sheets.find((sheet) => sheet === named)
}

/**
 * Opens the full-screen view of a video. It does not use the router's `navigate`, because the page stays the same and
 * keeps the focus. The router still notices the new address.
 */
export function openView(videoId: string): void {
  open(VIEW, { [VIEW]: videoId, [SHEET]: undefined })
}

/**
 * Changes the address to that of the video in view. Replaces the history entry, so that swipes do not grow the history.
 */
export function followView(videoId: string): void {
  history.replaceState(history.state, '', addressWith({ [VIEW]: videoId }))
}

export function closeView(): void {
  close({ [VIEW]: undefined, [SHEET]: undefined })
}

/** Opens a sheet with its own history entry: Back closes the sheet first, then the view. */
export function openSheet(sheet: Sheet): void {
  open(SHEET, { [SHEET]: sheet })
}

export function closeSheet(): void {
  close({ [SHEET]: undefined })
}

type Params = Record<string, string | undefined>

/** State of the history entry that was last left by closing. Each visit of an entry has a state object of its own. */
let closedState: unknown

/** Adds a history entry. A second press, before the code of the view or its sheet has loaded, changes that entry. */
function open(param: string, params: Params): void {
  const isOpen = new URL(location.href).searchParams.has(param)
  const state = history.state as object | null
  if (isOpen) history.replaceState(state, '', addressWith(params))
  else history.pushState({ ...state, openedHere: true }, '', addressWith(params))
}

/**
 * Closes the view or the sheet by going back. A view that was opened by its address has no earlier entry, so the
 * current entry is replaced.
 */
function close(params: Params): void {
  const state = history.state as { openedHere?: boolean } | null
  if (!state?.openedHere) return history.replaceState(state, '', addressWith(params))
  // The browser goes back later. A second press before that must not leave the page.
  if (state === closedState) return
  closedState = state
  history.back()
}

/** Returns the address of this page with other parameters; `undefined` removes a parameter. */
function addressWith(params: Params): string {
  const url = new URL(location.href)
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  return url.pathname + url.search
}

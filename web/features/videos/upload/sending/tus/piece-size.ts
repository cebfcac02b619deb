/**
 * How much of a file one request carries. All that is left is best: whatever of it arrives is kept. But a proxy may
 * refuse large requests (1 MiB is the most that nginx takes unless told otherwise), or pass a request on only when it
 * has all of it, so that a lost connection begins again at zero. Behind such proxies a file goes in pieces.
 */
export const WHOLE = Infinity

/** Tried in this order. The first spares round trips, the last passes wherever anything does. */
const PIECES_BYTES = [16_000_000, 1_000_000]

/** What was found out holds for everybody on this device: the proxy is the site's. */
const KEY = 'upload-piece'

/** An operator who changes the proxy's settings gets whole requests again. */
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1_000

/** @returns The next size to try below that of a request that did not pass; `undefined` if there is none. */
export function smallerPiece(requestBytes: number): number | undefined {
  return PIECES_BYTES.find((pieceBytes) => pieceBytes < requestBytes)
}

/** The size that passed the last time. */
export function knownPiece(nowMs = Date.now()): number {
  try {
    const [pieceBytes, untilMs] = (localStorage.getItem(KEY) ?? '').split(' ').map(Number)
    return nowMs < untilMs! && PIECES_BYTES.includes(pieceBytes!) ? pieceBytes! : WHOLE
  } catch {
    return WHOLE // Storage is blocked.
  }
}

/** Only what the server has answered is worth remembering: a size that is refused as well helps nobody. */
export function rememberPiece(pieceBytes: number, nowMs = Date.now()): void {
  if (knownPiece(nowMs) === pieceBytes) return
  try {
    localStorage.setItem(KEY, `${pieceBytes} ${nowMs + LIFETIME_MS}`)
  } catch {
    // Storage is blocked or full: it is found out again.
  }
}

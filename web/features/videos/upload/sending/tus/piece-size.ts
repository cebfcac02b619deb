import { DAY_MS } from '../../../../../../contract/time.ts'
import { readStored, writeStored } from '../../../../../page/browser-storage.ts'

/**
 * Piece size for sending the whole rest in one request. That is best, because the server keeps all bytes that arrive.
 * However, a proxy may refuse large requests: nginx accepts 1 MiB by default. Or it buffers whole requests, and a lost
 * connection loses everything. Behind such proxies the file is sent in pieces.
 */
export const WHOLE = Infinity

/** Sizes in bytes, tried in this order. The first saves round trips, and every usable proxy accepts the last. */
const PIECES_BYTES = [16_000_000, 1_000_000]

/** Storage name of the size. The size applies to all users of this device, because the proxy belongs to the site. */
const KEY = 'upload-piece'

/**
 * Milliseconds for which a size is stored. After that, whole requests are tried again, because the operator may have
 * changed the proxy's settings.
 */
const LIFETIME_MS = 7 * DAY_MS

/** Returns the next smaller size after a request of this size failed, or `undefined` if there is none. */
export function smallerPiece(requestBytes: number): number | undefined {
  return PIECES_BYTES.find((pieceBytes) => pieceBytes < requestBytes)
}

/** Returns the size that worked last, or `WHOLE`. */
export function knownPiece(nowMs = Date.now()): number {
  const [pieceBytes, untilMs] = (readStored('localStorage', KEY) ?? '').split(' ').map(Number)
  return nowMs < untilMs! && PIECES_BYTES.includes(pieceBytes!) ? pieceBytes! : WHOLE
}

/** Remembers a size that worked. Call it only after the server has acknowledged a piece of that size. */
export function rememberPiece(pieceBytes: number, nowMs = Date.now()): void {
  if (knownPiece(nowMs) !== pieceBytes) writeStored('localStorage', KEY, `${pieceBytes} ${nowMs + LIFETIME_MS}`)
}

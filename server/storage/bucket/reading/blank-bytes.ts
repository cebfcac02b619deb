import type { BlankedPart } from '../../storage.ts'

/** Blanks what of a part lies in these bytes. @param start Where in the object they begin. */
export function blankBytes(
  bytes: Buffer,
  start: number,
  { offset, sizeBytes, start: text = '', fill = 0 }: BlankedPart,
): void {
  const from = Math.max(0, offset - start)
  bytes.fill(fill, from, Math.min(bytes.length, offset + sizeBytes - start))
  const beginning = Buffer.from(text, 'hex')
  // It may have begun before these bytes, or go on behind them.
  beginning.copy(bytes, from, Math.max(0, start - offset))
}

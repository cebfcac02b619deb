import type { BlankedPart } from '../../storage.ts'

/** Blanks the part of a range that lies in these bytes. @param start Offset of the bytes in the object. */
export function blankBytes(
  bytes: Buffer,
  start: number,
  { offset, sizeBytes, start: text = '', fill = 0 }: BlankedPart,
): void {
  const from = Math.max(0, offset - start)
  bytes.fill(fill, from, Math.min(bytes.length, offset + sizeBytes - start))
  const beginning = Buffer.from(text, 'hex')
  // The range may begin before these bytes or continue after them.
  beginning.copy(bytes, from, Math.max(0, start - offset))
}

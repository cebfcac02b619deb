/** Returns detected text without characters that cannot be stored or seen, cut to a length in UTF-16 units. */
export function plainText(text: string, maxLength: number): string {
  // oxlint-disable-next-line no-control-regex -- The expression removes them.
  const plain = text.toWellFormed().replaceAll(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, ' ')
  return plain.trim().slice(0, maxLength).toWellFormed()
}

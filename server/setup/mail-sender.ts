/** A sender as in the header of an e-mail: a name, in quotes or not, and an address in angle brackets. */
const NAMED = /^(?:"([^"\\\p{Cc}]*)"|([^"<>\p{Cc}]*))\s*<([^<>]*)>$/u

/** Splits `Club <hello@example.org>` into name and address. Other text is returned as the address. */
export function parseSender(text: string): { address: string; name?: string | undefined } {
  const [, quoted, bare, address] = NAMED.exec(text.trim()) ?? []
  return address === undefined ? { address: text } : { address, name: (quoted ?? bare)?.trim() || undefined }
}

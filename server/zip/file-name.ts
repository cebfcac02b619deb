/** Most file systems take 255 bytes; what is put around a title needs some. */
const MAX_BYTES = 150

/** What Windows takes in no name, and what turns or hides the text beside it. */
const REFUSED = /[<>:"/\\|?*\p{Cc}\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/gu

const graphemes = new Intl.Segmenter('en')

/**
 * A text as part of a file's name on any system. May come out empty; whatever stands before and behind it makes it
 * unique, and none of the names that Windows keeps for devices.
 */
export function asFileName(text: string): string {
  const plain = text.normalize('NFC').replace(REFUSED, ' ').replace(/\s+/gu, ' ').trim()
  let name = ''
  for (const { segment } of graphemes.segment(plain)) {
    if (Buffer.byteLength(name + segment) > MAX_BYTES) break
    name += segment
  }
  // Windows drops spaces and full stops at the end, and with them what tells two names apart.
  return name.replace(/[ .]+$/, '')
}

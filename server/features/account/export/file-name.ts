/** Most file systems accept 255 bytes; the text around a title needs some of them. */
const MAX_BYTES = 150

/** Characters that Windows does not accept in names, and those that reverse or hide text. */
const REFUSED = /[<>:"/\\|?*\p{Cc}\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/gu

const graphemes = new Intl.Segmenter('en')

/**
 * Turns a string into a part of a file name that works on all systems. The result may be empty; the text around it
 * makes the name unique and different from Windows' device names.
 */
export function asFileName(text: string): string {
  const plain = text.normalize('NFC').replace(REFUSED, ' ').replace(/\s+/gu, ' ').trim()
  let name = ''
  for (const { segment } of graphemes.segment(plain)) {
    if (Buffer.byteLength(name + segment) > MAX_BYTES) break
    name += segment
  }
  // Windows drops trailing spaces and full stops, and with them the difference between two names.
  return name.replace(/[ .]+$/, '')
}

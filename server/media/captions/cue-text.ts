/**
 * How the text of a cue is written: `plain`, as tx3g samples of MP4 (`tx3g`), with the tags of SubRip and WebVTT
 * (`tagged`), or as an event of ASS (`ass`).
 */
export type CueFormat = 'plain' | 'tx3g' | 'tagged' | 'ass'

/** More is no caption, and would cover the frame. In UTF-16 units. */
const CUE_MAX_LENGTH = 1_000

/**
 * What a cue shows, as the text of a WebVTT cue: lines of text, in which italics, bold and underlines may be all that is
 * not plain. Nothing in it can end the cue or begin another.
 *
 * @param bytes A packet of a subtitle track, as its container has it.
 * @returns An empty text if there is nothing to show.
 */
export function cueTextOf(bytes: Buffer, format: CueFormat): string {
  const text = format === 'tx3g' ? textOfSample(bytes) : decode(bytes)
  const words = (format === 'ass' ? textOfEvent(text) : text)
    // Line breaks of all systems; and what no text of ours needs: control characters and byte order marks.
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\n\P{Cc}]|\uFEFF/gu, '')
    .slice(0, CUE_MAX_LENGTH)
    .toWellFormed()
  return (format === 'tagged' ? withFewTags(words) : escaped(words))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

/** A length of 16 bits, so many bytes of text, and boxes about its style. */
function textOfSample(bytes: Buffer): string {
  const length = bytes.length < 2 ? 0 : bytes.readUInt16BE(0)
  return decode(bytes.subarray(2, 2 + length))
}

/** UTF-8, unless a byte order mark says otherwise. What is not, becomes U+FFFD. */
function decode(bytes: Buffer): string {
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE(0)
  const encoding = mark === 0xfeff ? 'utf-16be' : mark === 0xfffe ? 'utf-16le' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}

/** The last of nine fields, without its commands; a drawing is none. */
function textOfEvent(event: string): string {
  const text = event.split(',').slice(8).join(',')
  if (/\{[^{}]*\\p[1-9]/.test(text)) return ''
  return withoutCommands(text).replaceAll(/\\n/gi, '\n').replaceAll('\\h', '\u00a0')
}

/** ASS has them in braces, and people write them into SubRip too. */
function withoutCommands(text: string): string {
  return text.replaceAll(/\{\\[^{}]*\}/g, '')
}

/** Keeps the tags of italics, bold and underlines, drops all others, and shows what is no tag as it is written. */
function withFewTags(text: string): string {
  return withoutCommands(text)
    .split(/(<\/?[a-z][^<>]*>|<[\d:.]+>)/i)
    .map((part, index) => (index % 2 === 1 ? fewTag(part) : escaped(part, /&(?!(?:amp|lt|gt|nbsp|lrm|rlm);)/g)))
    .join('')
}

function fewTag(tag: string): string {
  const [, slash, name] = /^<(\/?)([ibu])[\s.>]/i.exec(tag) ?? []
  return name ? `<${slash}${name.toLowerCase()}>` : ''
}

/** @param ampersand Which are not the start of a reference that may stand. */
function escaped(text: string, ampersand = /&/g): string {
  return text.replaceAll(ampersand, '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

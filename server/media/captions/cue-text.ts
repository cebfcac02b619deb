/**
 * The format of a cue's text: tx3g samples of MP4 (`tx3g`), `plain` text, SubRip or WebVTT with tags (`tagged`), or an
 * ASS event (`ass`).
 */
export type CueFormat = 'plain' | 'tx3g' | 'tagged' | 'ass'

/** Maximum length of a cue in UTF-16 units. More text would cover the frame. */
const CUE_MAX_LENGTH = 1_000

/**
 * Returns the text of a WebVTT cue: lines of text with at most italics, bold and underlines. The text cannot end the
 * cue or begin another.
 *
 * @param bytes A packet of a subtitle track, in the form of its container.
 * @returns An empty string if there is nothing to show.
 */
export function cueTextOf(bytes: Buffer, format: CueFormat): string {
  const text = format === 'tx3g' ? textOfSample(bytes) : decode(bytes)
  const words = (format === 'ass' ? textOfEvent(text) : text)
    // Normalises line breaks, and removes control characters and byte order marks.
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

/** Reads a 16-bit length and the text. The style boxes that follow are ignored. */
function textOfSample(bytes: Buffer): string {
  const length = bytes.length < 2 ? 0 : bytes.readUInt16BE(0)
  return decode(bytes.subarray(2, 2 + length))
}

/** Decodes UTF-8, unless a byte order mark says otherwise. Invalid bytes become U+FFFD. */
function decode(bytes: Buffer): string {
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE(0)
  const encoding = mark === 0xfeff ? 'utf-16be' : mark === 0xfffe ? 'utf-16le' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}

/** Returns the last of the nine fields without its commands, or an empty string for a drawing. */
function textOfEvent(event: string): string {
  const text = event.split(',').slice(8).join(',')
  if (/\{[^{}]*\\p[1-9]/.test(text)) return ''
  return withoutCommands(text).replaceAll(/\\n/gi, '\n').replaceAll('\\h', '\u00a0')
}

/** Removes commands in braces. They belong to ASS, but also occur in SubRip. */
function withoutCommands(text: string): string {
  return text.replaceAll(/\{\\[^{}]*\}/g, '')
}

/** Keeps the tags of italics, bold and underlines, removes other tags, and escapes all other markup. */
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

/** Escapes text. @param ampersand Matches ampersands that do not begin an allowed reference. */
function escaped(text: string, ampersand = /&/g): string {
  return text.replaceAll(ampersand, '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

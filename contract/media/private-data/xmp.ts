import type { Collector } from './collector.ts'
import { kindsOfText, type TextSpan } from './classify.ts'
import type { PrivateKind } from './private-data.ts'

/** Maximum size of an XMP packet that is read. Larger packets are removed as a whole. */
const XMP_MAX_BYTES = 8 * 1024 * 1024
/** The properties of IPTC and of China's AI-labelling standard (`AIGC`) that state how content was made. */
const mark = /^(?:[\w-]+:)?(?:DigitalSourceType|AIGC)$/i
/** Attributes that a packet needs, such as its namespaces and the subject of each part. */
const structural = /^(?:xmlns(?::.*)?|rdf:(?:about|parseType)|xml:lang|x:xmptk)$/

/**
 * Removes all values from an XMP packet except the marks that declare content made by AI.
 *
 * @returns `false` if the packet contains no such mark or is too large. The caller then removes all of it.
 */
export async function blankXmp(found: Collector, offset: number, sizeBytes: number): Promise<boolean> {
  if (sizeBytes > XMP_MAX_BYTES) return false
  const text = await found.reader.text(offset, sizeBytes)
  if (!/DigitalSourceType|:AIGC\b/i.test(text)) return false
  for (const { start, length } of valuesOf(text)) {
    found.blankText(kindsOfXmp(text.slice(Math.max(0, start - 60), start + length)), offset + start, length)
  }
  return true
}

const meanings: [RegExp, PrivateKind][] = [
  [/gps|location|city|country/i, 'place'],
  [/date|time/i, 'date'],
  [/creator|author|artist|by-?line/i, 'person'],
]

/** Returns the kinds of private data in a packet, or in a value together with the name before it. */
export function kindsOfXmp(text: string): PrivateKind[] {
  const named = meanings.filter(([pattern]) => pattern.test(text)).map(([, kind]) => kind)
  return [...(named.length > 0 ? named : (['note'] as const)), ...kindsOfText(text)]
}

/** Yields the text between tags and in attributes, except for marks. */
function* valuesOf(xml: string): Generator<TextSpan> {
  const open: string[] = []
  for (const { 0: all, 1: tag, 2: text, index } of xml.matchAll(/(<[^<>]*>)|([^<]+)/g)) {
    if (text !== undefined) {
      if (text.trim() !== '' && !open.some((name) => mark.test(name))) yield trimmed(text, index)
    } else if (tag?.startsWith('</')) open.pop()
    else if (/^<[?!]/.test(all)) {
      const comment = /^<!--([^]*)--$/.exec(all.slice(0, -1))?.[1]
      if (comment?.trim()) yield { start: index + 4, length: comment.length }
    } else {
      const name = /^<([^\s/>]+)/.exec(all)?.[1] ?? ''
      const isMark = open.some((outer) => mark.test(outer)) || mark.test(name)
      if (!isMark) yield* attributesOf(all, index)
      if (!all.endsWith('/>')) open.push(name)
    }
  }
}

function* attributesOf(tag: string, at: number): Generator<TextSpan> {
  for (const { 0: all, 1: name = '', 2: quoted = '', index } of tag.matchAll(
    /([\w:.-]{1,100})\s{0,20}=\s{0,20}("[^"]*"|'[^']*')/g,
  )) {
    const length = quoted.length - 2
    if (structural.test(name) || mark.test(name) || quoted.slice(1, -1).trim() === '') continue
    yield { start: at + index + all.length - 1 - length, length }
  }
}

function trimmed(text: string, at: number): TextSpan {
  const start = text.length - text.trimStart().length
  return { start: at + start, length: text.trim().length }
}

import { kindsOfText } from '../private-data/classify.ts'
import type { PrivateKind } from '../private-data/private-data.ts'
import { parseTag, type Tags } from './tags.ts'

/** Private values found in a file, by kind. Only secrets are shortened. */
export type Quotes = Partial<Record<PrivateKind, readonly string[]>>

const DEPTH_MAX = 12
const TEXTS_MAX = 5_000
const KEY_SHOWN_LENGTH = 3
const quoted = ['model', 'path', 'secret'] as const
const namesWords = /prompt|^text|^parameters$/i

/**
 * Quotes the private values in a file's tags, for its creator only. If a value looks like a secret key, only its first
 * characters are quoted.
 */
export function quotePrivate(tags: Tags): Quotes {
  const found = new Map<PrivateKind, Set<string>>()
  const add = (kind: PrivateKind, text: string) => found.set(kind, (found.get(kind) ?? new Set()).add(text))
  let count = 0
  const read = (name: string, value: unknown, depth: number) => {
    if (depth > DEPTH_MAX || ++count > TEXTS_MAX) return
    const json = typeof value === 'string' ? parseTag(value) : value
    if (typeof json === 'object' && json !== null && !ArrayBuffer.isView(json)) {
      for (const [key, inner] of Object.entries(json)) read(key, inner, depth + 1)
    } else if (typeof value === 'string') {
      const kinds = kindsOfText(`${name}: ${value}`)
      for (const kind of quoted) if (kinds.includes(kind)) add(kind, kind === 'secret' ? masked(name, value) : value)
      if (namesWords.test(name) && /\p{L}/u.test(value) && !kinds.includes('secret')) add('prompt', value)
    }
  }
  for (const [name, value] of Object.entries(tags)) read(name, value, 0)
  return Object.fromEntries([...found].map(([kind, texts]) => [kind, [...texts]]))
}

/**
 * Returns a secret with most of its characters hidden. If it is part of a longer text, returns only its field's name.
 */
function masked(name: string, value: string): string {
  return /\s/.test(value) ? `in “${name}”` : `${name}: ${value.slice(0, KEY_SHOWN_LENGTH)}…`
}

import { isVisible } from '../fields.ts'

/** The tags in a comma-separated string, in order, without empty or invisible ones, duplicates or a leading `#`. */
export function splitTags(joined: string): string[] {
  const byName = new Map<string, string>()
  for (const part of joined.split(',')) {
    const tag = part.trim().replace(/^#+/, '').trim()
    if (isVisible(tag) && !byName.has(tag.toLowerCase())) byName.set(tag.toLowerCase(), tag)
  }
  return [...byName.values()]
}

/** One tag, however it is written: the key by which its videos are found, and which its page has for an address. */
export function tagKey(tag: string): string {
  return tag.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()
}

/** Where the clips of a tag are. */
export function tagPath(tag: string): string {
  return `/tag/${encodeURIComponent(tagInPath(tag))}`
}

/**
 * A tag as it stands in an address, before it is encoded. Browsers take a segment of dots for a way up, however it is
 * written: a space at its end, which is no part of the key, makes it a name.
 */
export function tagInPath(tag: string): string {
  const key = tagKey(tag)
  return /^\.{1,2}$/.test(key) ? `${key} ` : key
}

/** Where the clips are that were made with a tool. */
export function toolPath(tool: string): string {
  return `/tool/${tool}`
}

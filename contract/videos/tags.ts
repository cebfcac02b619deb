import { isVisible } from '../visible.ts'

/**
 * Returns the tags in a comma-separated string, in order, without empty or invisible ones, duplicates or a leading `#`.
 */
export function splitTags(joined: string): string[] {
  const byKey = new Map<string, string>()
  for (const part of joined.split(',')) {
    const tag = part.trim().replace(/^#+/, '').trim()
    if (isVisible(tag) && !byKey.has(tagKey(tag))) byKey.set(tagKey(tag), tag)
  }
  return [...byKey.values()]
}

/**
 * Returns the key of a tag, which is the same for all its spellings. Queries find videos by it, and the address of the
 * tag's page contains it.
 */
export function tagKey(tag: string): string {
  return tag.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()
}

/** Returns the address of a tag's page. */
export function tagPath(tag: string): string {
  return `/tag/${encodeURIComponent(tagInPath(tag))}`
}

/**
 * Returns a tag as a path segment, before encoding. Browsers resolve a segment of dots, even an encoded one, as a
 * parent folder. A trailing space, which is not part of the key, prevents that.
 */
export function tagInPath(tag: string): string {
  const key = tagKey(tag)
  return /^\.{1,2}$/.test(key) ? `${key} ` : key
}

/** Returns the address of a tool's page. */
export function toolPath(tool: string): string {
  return `/tool/${tool}`
}

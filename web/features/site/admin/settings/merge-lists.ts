import type { SiteSettingsChange } from '../../../../../contract/site/settings.ts'

/** A rule. A new one has no key yet. */
interface Rule {
  key?: string | null | undefined
  title: string
  text: string
}

type Item = string | Rule

/** The settings that are lists of separate entries. */
const lists = [
  'heldWords',
  'blockedEmailDomains',
  'blockedNetworks',
  'blockedLinkDomains',
  'alerts',
  'tools',
  'ownRules',
] as const

export type Lists = Record<(typeof lists)[number], readonly Item[]>

export function isList(name: string): boolean {
  return (lists as readonly string[]).includes(name)
}

/**
 * Applies the additions and removals of this admin to the lists that another admin may have changed meanwhile.
 *
 * @param before The lists when the form was opened.
 * @param stored The lists that the server has now.
 */
export function mergeLists(change: SiteSettingsChange, before: Lists, stored: Lists): SiteSettingsChange {
  const merged = lists.flatMap((name) => {
    const mine = change[name]
    return mine === undefined ? [] : [[name, mergeList(before[name], mine, stored[name])]]
  })
  return { ...change, ...(Object.fromEntries(merged) as SiteSettingsChange) }
}

function mergeList(before: readonly Item[], mine: readonly Item[], stored: readonly Item[]): readonly Item[] {
  const find = (list: readonly Item[], item: Item) => list.find((each) => keyOf(each) === keyOf(item))
  if (before.map(textOf).join() === stored.map(textOf).join()) return mine
  const kept = stored.flatMap((item) => {
    const [old, own] = [find(before, item), find(mine, item)]
    if (old === undefined) return own ?? item
    if (own === undefined) return []
    return textOf(old) === textOf(own) ? item : own
  })
  return [...kept, ...mine.filter((item) => !find(before, item) && !find(stored, item))]
}

function keyOf(item: Item): string {
  return typeof item === 'string' ? item : (item.key ?? `new ${item.title}`)
}

function textOf(item: Item): string {
  return typeof item === 'string' ? item : JSON.stringify([item.key, item.title, item.text])
}

import type { InfiniteData } from '@tanstack/react-query'

/** A list as it is cached: the pages that were asked for, each by the cursor of the one before. */
export type Pages<Page> = InfiniteData<Page, string | undefined>

/**
 * Changes what the pages of a cached list hold. Pages in which nothing changes stay the same objects, and so does a list
 * of such pages, so that nothing is rendered anew for them.
 *
 * @param items Where a page has its items: `'videos'`.
 * @param change Gets the items of one page, and its place in the list, from 0.
 */
export function mapPages<Name extends string, Page extends Record<Name, readonly unknown[]>>(
  list: Pages<Page> | undefined,
  items: Name,
  change: (items: Page[Name], page: number) => Page[Name],
): Pages<Page> | undefined {
  if (!list) return undefined
  const pages = list.pages.map((page, i) => {
    const changed = change(page[items], i)
    return isSame(page[items], changed) ? page : { ...page, [items]: changed }
  })
  return isSame(list.pages, pages) ? list : { ...list, pages }
}

/** The list begins anew: what follows its first page comes when somebody scrolls there. */
export function firstPage<Page>(list: Pages<Page> | undefined): Pages<Page> | undefined {
  return list && { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) }
}

function isSame(before: readonly unknown[], after: readonly unknown[]): boolean {
  return before.length === after.length && before.every((item, i) => item === after[i])
}

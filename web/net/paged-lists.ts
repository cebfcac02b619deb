import type { InfiniteData } from '@tanstack/react-query'

/** A cached list with its loaded pages and the cursor of each. */
export type Pages<Page> = InfiniteData<Page, string | undefined>

/**
 * Returns the items of all loaded pages. An item that moved between two requests is on both pages, and is returned
 * once.
 *
 * @param items The property that holds a page's items: `'videos'`.
 */
export function itemsOf<Name extends string, Page extends Record<Name, readonly { id: string }[]>>(
  list: { pages: Page[] } | undefined,
  items: Name,
): Page[Name][number][] {
  const listed = list?.pages.flatMap((page): readonly Page[Name][number][] => page[items]) ?? []
  return [...new Map(listed.map((item) => [item.id, item])).values()]
}

/**
 * Changes the items of a cached list. Unchanged pages stay the same objects, and so does an unchanged list. Their
 * components then do not render again.
 *
 * @param items The property that holds a page's items: `'videos'`.
 * @param change Receives the items of one page and the index of the page.
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

/** Reduces a list to its first page. Later pages load again when the user scrolls there. */
export function firstPage<Page>(list: Pages<Page> | undefined): Pages<Page> | undefined {
  return list && { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) }
}

function isSame(before: readonly unknown[], after: readonly unknown[]): boolean {
  return before.length === after.length && before.every((item, i) => item === after[i])
}

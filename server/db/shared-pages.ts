/**
 * Pages of ids for one statement that many viewers share: `(${ids}::uuid[])[first : last]` is a page, by the numbers at
 * its place in `firsts` and `lasts`. A page that many look at is sent once: reading ids costs the database more than
 * looking something up by them.
 *
 * @param pages The same page is the same array.
 */
export function sharePages(pages: string[][]): { ids: string[]; firsts: number[]; lasts: number[] } {
  const ids: string[] = []
  const starts = new Map<string[], number>()
  const firsts = pages.map((page) => {
    const known = starts.get(page)
    if (known !== undefined) return known
    // Arrays of SQL count from 1.
    const first = ids.length + 1
    starts.set(page, first)
    ids.push(...page)
    return first
  })
  return { ids, firsts, lasts: firsts.map((first, i) => first + (pages[i]?.length ?? 0) - 1) }
}

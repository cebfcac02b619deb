/**
 * Packs pages of ids for one statement that many viewers share. Page `i` is `(${ids}::uuid[])[first : last]`, where
 * `first` is `firsts[i]` and `last` is `lasts[i]`. A page for several viewers is sent once, because parsing ids costs
 * the database more than looking up their rows.
 *
 * @param pages Equal pages must be the same array.
 */
export function sharePages(pages: string[][]): { ids: string[]; firsts: number[]; lasts: number[] } {
  const ids: string[] = []
  const starts = new Map<string[], number>()
  const firsts = pages.map((page) => {
    const known = starts.get(page)
    if (known !== undefined) return known
    // SQL arrays start at 1.
    const first = ids.length + 1
    starts.set(page, first)
    ids.push(...page)
    return first
  })
  return { ids, firsts, lasts: firsts.map((first, i) => first + (pages[i]?.length ?? 0) - 1) }
}

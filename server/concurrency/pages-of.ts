/** Groups items into pages of at most `size`, so that one query can look up many of them. */
export async function* pagesOf<T>(items: Iterable<T> | AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let page: T[] = []
  for await (const item of items) {
    page.push(item)
    if (page.length < size) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

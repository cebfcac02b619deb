/**
 * Merges two lists that are sorted by key. Yields a pair for each key: the items of both lists, or `undefined` for a
 * list without the key.
 */
export async function* pairByKey<A extends { key: string }, B extends { key: string }>(
  left: AsyncIterable<A>,
  right: AsyncIterable<B>,
): AsyncGenerator<[A, B] | [A, undefined] | [undefined, B]> {
  const lefts = left[Symbol.asyncIterator]()
  let next = await lefts.next()
  for await (const item of right) {
    for (; !next.done && next.value.key < item.key; next = await lefts.next()) yield [next.value, undefined]
    if (next.done || next.value.key !== item.key) {
      yield [undefined, item]
      continue
    }
    yield [next.value, item]
    next = await lefts.next()
  }
  for (; !next.done; next = await lefts.next()) yield [next.value, undefined]
}

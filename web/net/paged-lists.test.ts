import { expect, test } from 'vitest'
import { firstPage, mapPages, type Pages } from './paged-lists.ts'

interface NamePage {
  names: string[]
  nextCursor: string | null
}

const list: Pages<NamePage> = {
  pages: [
    { names: ['Ada', 'Ben'], nextCursor: 'b' },
    { names: ['Cleo'], nextCursor: null },
  ],
  pageParams: [undefined, 'b'],
}

test('only changed pages become new objects', () => {
  const shouted = mapPages(list, 'names', (names) => names.map((name) => (name === 'Cleo' ? 'CLEO' : name)))

  expect(shouted?.pages.map(({ names }) => names)).toEqual([['Ada', 'Ben'], ['CLEO']])
  expect(shouted?.pages[0]).toBe(list.pages[0])
  expect(shouted?.pageParams).toBe(list.pageParams)
})

test('a list without changes is the same object afterwards', () => {
  expect(mapPages(list, 'names', (names) => names.filter((name) => name !== 'Dan'))).toBe(list)
})

test('the change function receives the index of the page', () => {
  const numbered = mapPages(list, 'names', (names, page) => (page === 0 ? ['Zoe', ...names] : names))

  expect(numbered?.pages[0]?.names).toEqual(['Zoe', 'Ada', 'Ben'])
  expect(numbered?.pages[1]).toBe(list.pages[1])
})

test('a list can be reduced to its first page', () => {
  expect(firstPage(list)).toEqual({ pages: [list.pages[0]], pageParams: [undefined] })
})

test('changing a list that is not cached does nothing', () => {
  expect(mapPages<'names', NamePage>(undefined, 'names', (names) => names)).toBeUndefined()
  expect(firstPage(undefined)).toBeUndefined()
})

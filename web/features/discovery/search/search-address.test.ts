import { expect, test } from 'vitest'
import { pathOf, plainWords, readSearch, searchPath } from './search-address.ts'

test('an address contains the search, and any text is a valid search', () => {
  expect(readSearch('?q=+fog+&sort=newest&exact=true')).toEqual({ q: 'fog', sort: 'newest', isExact: true })
  expect(readSearch('?sort=toString&view=1')).toEqual({ q: '', sort: 'best', isExact: false })
  expect(['?q=%00', '?q=+a%00b%0Ac%0A'].map((address) => readSearch(address).q)).toEqual(['', 'ab\nc'])
  const typed = '#a&b=c "100 %" +霧'
  expect(readSearch(new URL(searchPath(typed), 'http://reverie.test').search).q).toBe(typed)
  expect(searchPath('  ')).toBe('/search')
})

test('each kind of suggestion leads to its own page', () => {
  expect(pathOf({ kind: 'words', text: 'foggy town' })).toBe('/search?q=foggy+town')
  expect(pathOf({ kind: 'tag', text: 'Night Fog/é', count: 2 })).toBe('/tag/night%20fog%2F%C3%A9')
  expect(pathOf({ kind: 'tool', text: 'pika-labs' })).toBe('/tool/pika-labs')
  const creator = { kind: 'creator', text: 'ada', id: '1', displayName: 'Ada', avatarUrl: null } as const
  expect(pathOf(creator)).toBe('/profile/ada')
})

test.each([
  ['"paper boats" -rain', 'paper boats'],
  ['-"heavy rain" fog', 'fog'],
  ['#fog @ada tool:pika-labs shape:9:16', 'fog ada'],
  ['stop-motion', 'stop-motion'],
  ['-rain', ''],
])('the search %s is shown in plain words', (q, words) => {
  expect(plainWords(q)).toBe(words)
})

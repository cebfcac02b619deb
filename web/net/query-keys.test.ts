import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { listCases } from '../../contract/moderation/cases.ts'
import { pagedQuery } from './paged-query.ts'
import { keyOf, pagesKeyOf } from './query-keys.ts'

test('a key without a request matches all cached calls of an endpoint', () => {
  const client = new QueryClient()
  const cached = {
    open: pagedQuery(listCases, { query: { state: 'open', kind: 'video' } }).queryKey,
    closed: pagedQuery(listCases, { query: { state: 'closed' } }).queryKey,
    page: keyOf(listCases, { query: { state: 'open' } }),
  }
  for (const key of Object.values(cached)) client.setQueryData(key, 'cached')
  const selected = (queryKey: readonly unknown[]) => client.getQueriesData({ queryKey }).map(([key]) => key)
  expect(selected(keyOf(listCases))).toEqual(Object.values(cached))
  expect(selected(pagesKeyOf(listCases, { query: { state: 'open' } }))).toEqual([cached.open])
  expect(selected(cached.page)).toEqual([cached.page])
})

import { expect, onTestFinished, test, vi } from 'vitest'
import { queryClient } from '../net/query-client.ts'
import { buildOwnUser } from '../test/build.ts'
import { cachedUser, ownUserQuery, replaceUser } from './viewer.queries.ts'

test('a reply that is older than a sign-in does not replace the user', async () => {
  const reply = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => reply.promise)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    queryClient.clear()
  })
  queryClient.setQueryData(ownUserQuery.queryKey, buildOwnUser({ id: 'former' }))
  const refetched = queryClient.fetchQuery({ ...ownUserQuery, staleTime: 0 })
  replaceUser(queryClient, buildOwnUser({ id: 'new' }))
  reply.resolve(Response.json(buildOwnUser({ id: 'former' })))
  await refetched.catch(() => undefined)
  expect(cachedUser(queryClient)?.id).toBe('new')
})

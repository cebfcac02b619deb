import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { buildVideo } from '../../../test/build.ts'
import { dropPerson } from './muted-lists.ts'

const byAda = buildVideo({ id: 'by-ada' })
const byBob = buildVideo({ id: 'by-bob', creator: { ...byAda.creator, id: 'bob' } })
const bob = byBob.creator

const listsWithoutMuted: QueryKey[] = [
  ['/api/videos'],
  ['/api/videos/feed', 'rising'],
  ['/api/videos/feed', 'following'],
  ['/api/search', { q: 'dunes' }],
  ['/api/tags', 'dunes', 'videos'],
  ['/api/tools', 'other', 'videos'],
  ['/api/videos', 'by-ada', 'similar'],
]

test.each(listsWithoutMuted)(
  'a mute removes the clips of the muted person from %s %s, and its undo restores them',
  (...queryKey) => {
    const client = new QueryClient()
    const list = {
      pages: [{ videos: [byAda, byBob], creators: [byAda.creator, bob], nextCursor: null }],
      pageParams: [undefined],
    }
    client.setQueryData(queryKey, list)
    const undo = dropPerson(client, 'bob')
    expect(client.getQueryData(queryKey)).toMatchObject({ pages: [{ videos: [byAda], creators: [byAda.creator] }] })
    undo()
    expect(client.getQueryData(queryKey)).toEqual(list)
  },
)

test.each([[['/api/videos/user', 'bob']], [['/api/account/mutes', 'ada']]])(
  'a mute keeps the person in %s',
  (queryKey) => {
    const client = new QueryClient()
    const list = { pages: [{ videos: [byBob], people: [bob], nextCursor: null }], pageParams: [undefined] }
    client.setQueryData(queryKey, list)
    dropPerson(client, 'bob')
    expect(client.getQueryData(queryKey)).toBe(list)
  },
)

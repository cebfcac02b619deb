import { listFollowers, listFollowing } from '../../../../contract/social/follows.ts'
import { call } from '../../../net/api.ts'
import { pagedQuery } from '../../../net/paged-query.ts'
import type { PeopleList, PeoplePage } from '../../../people/people-cache.ts'
import { peopleKey } from '../../../people/people-cache.ts'

/** The followers of a person, or the people that they follow, newest first. Refetched each time the dialog opens. */
export const peopleQuery = (list: PeopleList, id: string) =>
  pagedQuery(peopleKey(list, id), ({ cursor, signal }) => fetchPage(list, id, cursor, signal), {
    refetchOnMount: 'always',
  })

async function fetchPage(
  list: PeopleList,
  id: string,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<PeoplePage> {
  const request = { params: { id }, query: { cursor } }
  if (list === 'followers') {
    const { followers, nextCursor } = await call(listFollowers, request, { signal })
    return { people: followers, nextCursor }
  }
  const { following, nextCursor } = await call(listFollowing, request, { signal })
  return { people: following, nextCursor }
}

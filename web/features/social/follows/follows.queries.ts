import { infiniteQueryOptions } from '@tanstack/react-query'
import { listFollowers, listFollowing } from '../../../../contract/social/follows.ts'
import { call } from '../../../net/api.ts'
import type { PeopleList, PeoplePage } from '../../../people/people-cache.ts'
import { peopleKey } from '../../../people/people-cache.ts'

/** The followers of a person, or the people that they follow, newest first. Refetched each time the dialog opens. */
export const peopleQuery = (list: PeopleList, id: string) =>
  infiniteQueryOptions({
    queryKey: peopleKey(list, id),
    queryFn: ({ pageParam, signal }) => fetchPage(list, id, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: PeoplePage) => page.nextCursor ?? undefined,
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

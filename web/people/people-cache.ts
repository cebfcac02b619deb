import type { QueryClient } from '@tanstack/react-query'
import { type CreatorPage, listCreators, type ListedCreator } from '../../contract/social/creators.ts'
import { listFollowers, listFollowing, type ListedPerson } from '../../contract/social/follows.ts'
import { isRefetch, mapPages, type Pages } from '../net/paged-query.ts'
import { patchQueries } from '../net/patch-queries.ts'
import { callsOf, pagesKeyOf } from '../net/query-keys.ts'

export type PeopleList = 'followers' | 'following'

/** The common shape of both lists. */
interface PeoplePage {
  people: ListedPerson[]
  nextCursor: string | null
}

const lists = callsOf(listFollowers, listFollowing)

/** Returns a person from any cached list of followers or following. */
export function findListedPerson(client: QueryClient, id: string): ListedPerson | undefined {
  return client
    .getQueriesData<Pages<PeoplePage>>(lists)
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap((page) => page.people)
    .find((person) => person.id === id)
}

/**
 * Changes a person in every cached list of followers and following. Cancels running refetches, which would undo the
 * change. Lists without the person stay the same objects.
 */
export function patchListedPerson(
  client: QueryClient,
  id: string,
  change: (person: ListedPerson) => ListedPerson,
): void {
  void client.cancelQueries({ predicate: (query) => lists.predicate(query) && isRefetch(query) })
  patchQueries<Pages<PeoplePage>>(client, lists, (list) =>
    mapPages(list, 'people', (people) => people.map((person) => (person.id === id ? change(person) : person))),
  )
}

/** Changes a creator on every cached leaderboard. The creator's position stays until the next refetch. */
export function patchListedCreator(
  client: QueryClient,
  id: string,
  change: (creator: ListedCreator) => ListedCreator,
): void {
  patchQueries<Pages<CreatorPage>>(client, { queryKey: pagesKeyOf(listCreators) }, (list) =>
    mapPages(list, 'creators', (creators) =>
      creators.map((creator) => (creator.id === id ? change(creator) : creator)),
    ),
  )
}

import type { QueryClient } from '@tanstack/react-query'
import { listFollowers, listFollowing, type ListedPerson } from '../../contract/social/follows.ts'
import { mapPages, type Pages } from '../net/paged-lists.ts'
import { callsOf } from '../net/query-keys.ts'

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

/** Changes a person in every cached list of followers and following. Lists without the person stay the same objects. */
export function patchListedPerson(
  client: QueryClient,
  id: string,
  change: (person: ListedPerson) => ListedPerson,
): void {
  client.setQueriesData<Pages<PeoplePage>>(lists, (list) =>
    mapPages(list, 'people', (people) => people.map((person) => (person.id === id ? change(person) : person))),
  )
}

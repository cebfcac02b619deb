import type { RequestOf } from '../../contract/endpoint.ts'
import { listPeople, type AdminPerson } from '../../contract/site/people.ts'
import { pagedQuery } from '../net/paged-query.ts'
import { freshPersonal } from '../viewer/viewer-cache.ts'

export type PeopleFilter = NonNullable<RequestOf<typeof listPeople>['query']>

export type Shown = NonNullable<PeopleFilter['show']>

/** The accounts that match a filter, as staff see them. */
export const peopleQuery = (filter: PeopleFilter) => pagedQuery(listPeople, { query: filter }, freshPersonal)

/** Returns a label for an account that may have no name yet. */
export function nameOf({
  displayName,
  username,
  userNumber,
}: Pick<AdminPerson, 'displayName' | 'username' | 'userNumber'>): string {
  return displayName || username || `Account ${userNumber}`
}

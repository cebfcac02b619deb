import type { RequestOf } from '../../../contract/endpoint.ts'
import { listPeople, type AdminPerson } from '../../../contract/site/people.ts'
import { pagedQuery } from '../../net/paged-query.ts'
import { freshPersonal } from '../../viewer/viewer-cache.ts'

export type AccountsFilter = NonNullable<RequestOf<typeof listPeople>['query']>

export type ShownAccounts = NonNullable<AccountsFilter['show']>

/** The accounts that match a filter, as staff see them. */
export const accountsQuery = (filter: AccountsFilter) => pagedQuery(listPeople, { query: filter }, freshPersonal)

/** Returns the name to show staff for an account. One that has no name yet is shown by its number. */
export function accountName({
  displayName,
  username,
  userNumber,
}: Pick<AdminPerson, 'displayName' | 'username' | 'userNumber'>): string {
  return displayName || username || `Account ${userNumber}`
}

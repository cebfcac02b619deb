import type { AdminPerson } from '../../../../../contract/site/people.ts'

/** What an account is called where it may have no name yet. */
export function nameOf({
  displayName,
  username,
  userNumber,
}: Pick<AdminPerson, 'displayName' | 'username' | 'userNumber'>): string {
  return displayName || username || `Account ${userNumber}`
}

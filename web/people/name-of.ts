import type { AdminPerson } from '../../contract/site/people.ts'

/** Returns a label for an account that may have no name yet. */
export function nameOf({
  displayName,
  username,
  userNumber,
}: Pick<AdminPerson, 'displayName' | 'username' | 'userNumber'>): string {
  return displayName || username || `Account ${userNumber}`
}

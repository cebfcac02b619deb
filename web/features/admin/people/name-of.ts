import type { AdminPerson } from '../../../../contract/admin/people.ts'

/** What an account is called where it may have no name yet. */
export function nameOf({
  displayName,
  username,
  userNumber,
}: Pick<AdminPerson, 'displayName' | 'username' | 'userNumber'>): string {
  return displayName || username || `Account ${userNumber}`
}

import { sql } from 'kysely'

/**
 * Condition that a row of `users` is a person, not a sample. Samples have negative numbers, which keep their order
 * stable and are never shown. The index on `user_number` finds either kind.
 */
export const isPerson = sql<boolean>`users.user_number > 0`
/** Condition that a row of `users` is a sample. */
export const isSample = sql<boolean>`users.user_number < 0`

/** Returns a person as the API shows them: a sample has no number. */
export function withShownNumber<Person extends { userNumber: number }>(person: Person) {
  return { ...person, userNumber: person.userNumber > 0 ? person.userNumber : null }
}

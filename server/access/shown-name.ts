import { type RawBuilder, sql } from 'kysely'

/**
 * Selects the display name of an account, or else its username.
 *
 * @param users The name of the table in the query.
 */
export function shownName(users: string): RawBuilder<string | null> {
  return sql`coalesce(nullif(${sql.ref(`${users}.display_name`)}, ''), ${sql.ref(`${users}.username`)})`
}

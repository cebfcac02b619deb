import { type RawBuilder, sql } from 'kysely'

/** A file of the export part that holds the account's data. */
export interface AccountFile<Row = unknown> {
  /** `.json` holds one object, `.ndjson` one object per line. */
  name: `${string}.json` | `${string}.ndjson`
  /** The file's description in the README. */
  about: string
  /**
   * Query of the file's rows in a stable order. It names each column, so that no row holds data that the owner must not
   * get.
   */
  query: (userId: string) => RawBuilder<Row>
  /** Converts a row to the exported object. Without it, the row itself is exported. */
  present?: (row: Row) => object
}

/** Hides the row type, so that files with different rows fit in one list. */
export function presentedFile<Row>({ present, ...file }: Required<AccountFile<Row>>): AccountFile {
  // The export calls `present` only with rows of the same file's query.
  return { ...file, present: (row) => present(row as Row) }
}

/**
 * Selects the username of `users` as `name`. As in lists of people, that of a hidden account is null for others.
 *
 * @param userId The owner of the export.
 */
export function usernameFor(userId: string, name: string): RawBuilder<unknown> {
  return sql`case when users.id = ${userId} or not users.is_hidden then users.username end as ${sql.ref(name)}`
}

import type { RawBuilder } from 'kysely'

/** A file of the export part that holds the account's data. */
export interface AccountFile {
  /** `.json` holds one object, `.ndjson` one object per line. */
  name: `${string}.json` | `${string}.ndjson`
  /** The README's description of one line of the file. */
  about: string
  /**
   * Query of the file's rows in a stable order. It names each column, so that no row holds data that the owner must not
   * get.
   */
  query(userId: string): RawBuilder<unknown>
  /** Converts a row to the exported object. Without it, the row itself is exported. */
  present?(row: Record<string, unknown>): object
}

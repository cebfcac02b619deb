import type { CompiledQuery } from 'kysely'
import type { Db } from '../../../db/connect.ts'

/** A file of the part that holds what is known about somebody. */
export interface AccountFile {
  /** `.json`: one object. `.ndjson`: as many as there are, a line each. */
  name: `${string}.json` | `${string}.ndjson`
  /** For the README: what each of its lines is. */
  about: string
  /** Its rows, in an order that is always the same. Names each column: what is no business of theirs is in no row. */
  query(db: Db, userId: string): CompiledQuery
  /** What is said of a row, where that is not the row itself. */
  present?(row: Record<string, unknown>): object
}

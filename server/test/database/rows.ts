import type { FilterObject, InsertObject, Selectable, UpdateObject } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Database } from '../../db/schema/schema.ts'

/** The id of a row, or the values of columns. */
type Where<Table extends keyof Database> = string | FilterObject<Database, Table>

export interface Rows {
  /** Changes the columns of the rows with these values, for states that a test cannot reach by requests. */
  change<Table extends keyof Database>(
    table: Table,
    where: Where<Table>,
    columns: UpdateObject<Database, Table>,
  ): Promise<void>
  /** Returns the new row. */
  insert<Table extends keyof Database>(
    table: Table,
    values: InsertObject<Database, Table>,
  ): Promise<Selectable<Database[Table]>>
  /** @throws {Error} If no row has these values. */
  row<Table extends keyof Database>(table: Table, where: Where<Table>): Promise<Selectable<Database[Table]>>
}

/** Reads, changes and inserts single rows. */
export function rowsOf(db: Db): Rows {
  // The types of one table stand for those of all.
  const filter = (where: string | object) =>
    (typeof where === 'string' ? { id: where } : where) as FilterObject<Database, 'users'>
  return {
    async change(table, where, columns) {
      await db
        .updateTable(table as 'users')
        .set(columns as UpdateObject<Database, 'users'>)
        .where((eb) => eb.and(filter(where)))
        .execute()
    },
    insert: (table, values) =>
      db
        .insertInto(table as 'users')
        .values(values as InsertObject<Database, 'users'>)
        .returningAll()
        .executeTakeFirstOrThrow() as Promise<never>,
    row: (table, where) =>
      db
        .selectFrom(table as 'users')
        .selectAll()
        .where((eb) => eb.and(filter(where)))
        .executeTakeFirstOrThrow() as Promise<never>,
  }
}

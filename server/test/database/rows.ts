import {
  type ExpressionBuilder,
  type FilterObject,
  type InsertObject,
  type Selectable,
  sql,
  type UpdateObject,
} from 'kysely'
import type { JobName } from '../../../contract/site/job-labels.ts'
import type { Db } from '../../db/connect.ts'
import type { Database } from '../../db/schema/schema.ts'

/** The id of a row, or the values of columns. A list matches any of its values. */
type Where<Table extends keyof Database> = string | FilterObject<Database, Table>

interface QueuedJob {
  data: Record<string, string>
  state: string
  retryCount: number
  /** Whether the job is postponed. */
  isLater: boolean
}

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
  /** Lists the rows with these values, in ascending order of a column. */
  rows<Table extends keyof Database>(
    table: Table,
    where?: Where<Table>,
    orderBy?: keyof Selectable<Database[Table]>,
  ): Promise<Selectable<Database[Table]>[]>
  /** Lists the jobs of a queue whose payload has these values, oldest first. */
  jobs(queue: JobName, payload?: object): Promise<QueuedJob[]>
}

/** Reads, changes and inserts single rows. */
export function rowsOf(db: Db): Rows {
  // The types of one table stand for those of all.
  const matching = (where: string | object) => (eb: ExpressionBuilder<Database, 'users'>) =>
    eb.and(
      Object.entries(typeof where === 'string' ? { id: where } : where).map(([column, value]) =>
        Array.isArray(value) ? eb(column as 'id', 'in', value) : eb.and({ [column]: value }),
      ),
    )
  const find = (table: string, where: string | object) =>
    db
      .selectFrom(table as 'users')
      .selectAll()
      .where(matching(where))
  return {
    async change(table, where, columns) {
      await db
        .updateTable(table as 'users')
        .set(columns as UpdateObject<Database, 'users'>)
        .where(matching(where))
        .execute()
    },
    insert: (table, values) =>
      db
        .insertInto(table as 'users')
        .values(values as InsertObject<Database, 'users'>)
        .returningAll()
        .executeTakeFirstOrThrow() as Promise<never>,
    row: (table, where) => find(table, where).executeTakeFirstOrThrow() as Promise<never>,
    rows: (table, where, orderBy) =>
      find(table, where ?? {})
        .$if(orderBy !== undefined, (query) => query.orderBy(orderBy as 'id'))
        .execute() as Promise<never>,
    async jobs(queue, payload = {}) {
      const { rows } = await sql<QueuedJob>`
        select data, state::text, retry_count, start_after > now() as is_later from pgboss.job
        where name = ${queue} and data @> ${payload} order by created_on`.execute(db)
      return rows
    },
  }
}

import { runChild } from './run-child.ts'

export interface SqlLoad {
  url: string
  clients: number
  durationMs: number
  sql: string
  /** Values as text; each client runs the statement with each of these in turn. */
  parameters: string[][]
}

/**
 * Measures how often PostgreSQL itself runs a prepared statement, including commits. There are `clients` connections,
 * each with one statement in progress, and the rows are not parsed.
 *
 * @returns Statements per second.
 */
export async function runSqlLoad(load: SqlLoad): Promise<number> {
  return Number(await runChild('sql-load.child.ts', load))
}

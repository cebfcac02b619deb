import { type CompiledQuery, PostgresQueryCompiler } from 'kysely'
import type pg from 'pg'
import { connect } from '../../server/db/connect.ts'
import { withTimeLimit } from '../../server/db/time-limit.ts'
import { parseSearch } from '../../server/features/discovery/search/parse-search.ts'
import { searchVideos } from '../../server/features/discovery/search/videos/video-search.queries.ts'
import { hasErrorCode } from '../../server/db/error-codes.ts'
import { connectOnce } from '../support/connect.ts'

type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>

/** Runs each search. @returns The statements that the server's code sent to the database for it. */
export async function recordSearches(databaseUrl: string, searches: string[]): Promise<Statement[][]> {
  const compiler = new PostgresQueryCompiler()
  let asked: Statement[] = []
  const db = connect(databaseUrl).withPlugin({
    transformQuery({ node, queryId }) {
      asked.push(compiler.compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const recorded: Statement[][] = []
  for (const q of searches) {
    asked = []
    await withTimeLimit(db, (tx) => searchVideos(tx, parseSearch(q), 'best'))
    recorded.push(asked)
  }
  await db.destroy()
  return recorded
}

/** Runs only the statements, each search in a transaction, on `clients` connections. @returns Searches per second. */
export async function runStatements(
  databaseUrl: string,
  recorded: Statement[][],
  { clients, durationMs }: { clients: number; durationMs: number },
): Promise<number> {
  const names = new Map(recorded.flat().map(({ sql }, i) => [sql, `bench${i}`]))
  const start = performance.now()
  let done = 0
  const drive = async (first: number) => {
    await using client = await connectOnce(databaseUrl)
    for (let i = first; performance.now() - start < durationMs; i++, done++) {
      await client.query('begin')
      await runEach(client, recorded[i % recorded.length]!, names)
      await client.query('commit')
    }
  }
  const apart = Math.floor(recorded.length / clients)
  await Promise.all(Array.from({ length: clients }, (_, i) => drive(i * apart)))
  return done / ((performance.now() - start) / 1000)
}

/** Runs the statements of a search in order. Stops when one is cancelled, as the server does. */
async function runEach(client: pg.Client, statements: Statement[], names: Map<string, string>): Promise<void> {
  try {
    for (const { sql, parameters } of statements) {
      await client.query({ name: names.get(sql)!, text: sql, values: [...parameters] })
    }
  } catch (error) {
    if (!hasErrorCode(error, 'queryCancelled')) throw error
  }
}

interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** Returns the number of table rows that each search reads, according to its plans. */
export async function countRowsRead(databaseUrl: string, recorded: Statement[][]): Promise<number[]> {
  await using client = await connectOnce(databaseUrl)
  const counts: number[] = []
  for (const statements of recorded) {
    await client.query('begin')
    let rows = 0
    for (const { sql, parameters } of statements) {
      const explained = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, timing off, format json) ${sql}`,
        [...parameters],
      )
      rows += rowsOf(explained.rows[0]!['QUERY PLAN'][0].Plan)
      // The settings apply to the statements that follow.
      if (sql.includes('set_config')) await client.query(sql, [...parameters])
    }
    await client.query('commit')
    counts.push(rows)
  }
  return counts
}

function rowsOf(node: PlanNode): number {
  const own = node['Relation Name']
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
      node['Actual Loops']
    : 0
  return (node.Plans ?? []).reduce((sum, plan) => sum + rowsOf(plan), own)
}

import { hash } from 'node:crypto'
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { cutOff } from './cut-off.ts'
import { GuardedPool, type Patience } from './guarded-pool.ts'
import type { Database } from './schema/schema.ts'

/** The database, or a transaction of it. Columns are camelCase here and snake_case in SQL. */
export type Db = Kysely<Database>

/**
 * Connects lazily: the first query opens the first connection.
 *
 * @param url A `postgres://` address.
 * @param poolSize Maximum number of connections. 4–10 work best; more only queue inside PostgreSQL.
 * @param patience Time-outs after which the database counts as away.
 * @param directUrl The same database without a pooler, to check whether it answers.
 */
export function connect(
  url: string,
  {
    poolSize = 8,
    patience,
    directUrl,
  }: { poolSize?: number; patience?: Patience; directUrl?: string | undefined } = {},
): Db {
  const config = {
    connectionString: url,
    max: poolSize,
    Client: PreparingClient,
    options: '-c timezone=UTC -c statement_timeout=30000 -c idle_in_transaction_session_timeout=30000',
    types: { getTypeParser },
  }
  const dialect = new PostgresDialect({ pool: new GuardedPool(config, patience, directUrl) })
  return new Kysely<Database>({ dialect, plugins: [new CamelCasePlugin()] })
}

/** Prepares every statement with parameters once per connection: planning takes three times as long as running. */
class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    // pg leaves the connection open if it cannot answer PostgreSQL, such as without a password. PostgreSQL would wait
    // for a minute, and could not drop any database meanwhile.
    this.connection.on('error', () => cutOff(this))
    const send = this.query.bind(this) as (query: unknown, values?: unknown, callback?: unknown) => never
    this.query = (query: unknown, values?: unknown, callback?: unknown) =>
      typeof query === 'string' && Array.isArray(values) && values.length > 0
        ? send({ name: statementName(query), text: query, values }, callback)
        : send(query, values, callback)
  }
}

const statementNames = new Map<string, string>()

/** Limit for prepared statements, which last as long as their connection. Others are planned each time. */
const PREPARED_MAX = 1_000

function statementName(sql: string): string | undefined {
  let name = statementNames.get(sql)
  if (!name && statementNames.size < PREPARED_MAX) {
    name = hash('sha1', sql, 'base64url')
    statementNames.set(sql, name)
  }
  return name
}

const TIMESTAMPTZ = pg.types.builtins.TIMESTAMPTZ
const DATE = pg.types.builtins.DATE
const INT8 = pg.types.builtins.INT8

/**
 * Timestamps stay text, in ISO 8601 with all six digits. Later timestamps are then also greater strings. A Date would
 * be slower and drop the microseconds that cursors need. Days stay text, too: a Date would be midnight in some time
 * zone. Counters become numbers, because they are far below the limit of exact integers.
 */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === TIMESTAMPTZ) return toIso
  if (oid === DATE) return String
  if (oid === INT8) return Number
  return pg.types.getTypeParser(oid, format)
}

const IN_FULL = '12:18:06.900000'.length

/** @param timestamp As PostgreSQL writes it, without trailing zeros: `2026-11-23 12:18:06.9+00`. */
function toIso(timestamp: string): string {
  const time = timestamp.slice(11, -3)
  if (time.length === IN_FULL) return `${timestamp.slice(0, 10)}T${time}Z`
  const inFull = `${time}${time.includes('.') ? '' : '.'}`.padEnd(IN_FULL, '0')
  return `${timestamp.slice(0, 10)}T${inFull}Z`
}

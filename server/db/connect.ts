import { createHash } from 'node:crypto'
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { GuardedPool, type Patience } from './guarded-pool.ts'
import type { Database } from './schema/schema.ts'

/** The database, or one transaction of it. Columns are camelCase here and snake_case in SQL. */
export type Db = Kysely<Database>

/**
 * Connects lazily: no connection is made before the first query.
 *
 * @param url A `postgres://` address.
 * @param poolSize Connections at most. 4–10 serve best; more only queue inside PostgreSQL.
 * @param patience How long it waits before a database counts as away.
 * @param directUrl The same database past a pooler, to ask whether it is there.
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

/** Prepares every statement with parameters once a connection: planning costs three times as much as running. */
class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    const send = this.query.bind(this) as (query: unknown, values?: unknown, callback?: unknown) => never
    this.query = (query: unknown, values?: unknown, callback?: unknown) =>
      typeof query === 'string' && Array.isArray(values) && values.length > 0
        ? send({ name: statementName(query), text: query, values }, callback)
        : send(query, values, callback)
  }
}

const statementNames = new Map<string, string>()

/** A prepared statement stays as long as its connection. What else comes, in ever new forms, is planned each time. */
const PREPARED_MAX = 1_000

function statementName(sql: string): string | undefined {
  let name = statementNames.get(sql)
  if (!name && statementNames.size < PREPARED_MAX) {
    name = createHash('sha1').update(sql).digest('base64url')
    statementNames.set(sql, name)
  }
  return name
}

const TIMESTAMPTZ = pg.types.builtins.TIMESTAMPTZ
const DATE = pg.types.builtins.DATE
const INT8 = pg.types.builtins.INT8

/**
 * Timestamps stay text, in ISO 8601 with all six digits, so that the later of two is the greater text: a Date would drop
 * the microseconds that cursors need, and cost time. Days stay text, too: a Date would be midnight of some time zone.
 * Counters fit a number by far.
 */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === TIMESTAMPTZ) return toIso
  if (oid === DATE) return String
  if (oid === INT8) return Number
  return pg.types.getTypeParser(oid, format)
}

const IN_FULL = '12:18:06.900000'.length

/** @param timestamp As PostgreSQL writes it, which leaves out zeros at the end: `2026-11-23 12:18:06.9+00`. */
function toIso(timestamp: string): string {
  const time = timestamp.slice(11, -3)
  if (time.length === IN_FULL) return `${timestamp.slice(0, 10)}T${time}Z`
  const inFull = `${time}${time.includes('.') ? '' : '.'}`.padEnd(IN_FULL, '0')
  return `${timestamp.slice(0, 10)}T${inFull}Z`
}

import pg from 'pg'

/** Settings that override those of a role or server, because a table may take any time. */
const SETTINGS = `
  select set_config(name, '0', false) from pg_settings
  where name in ('statement_timeout', 'lock_timeout', 'transaction_timeout', 'idle_session_timeout',
    'idle_in_transaction_session_timeout')
  union all select set_config('DateStyle', 'ISO', false)`

/** Gives `work` its own connection, without time limits. If the connection is lost, only that work fails. */
export async function withConnection<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Backups have the lowest priority. On a busy machine, connecting takes them many seconds.
    connectionTimeoutMillis: 60_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    // These settings are not passed in `options`, because `options` in the URL would take precedence, and poolers
    // reject them.
    await client.query(SETTINGS)
    return await work(client)
  } finally {
    await client.end()
  }
}

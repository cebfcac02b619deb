import pg from 'pg'

/** What a role or a server may have set is no concern of ours: a table takes as long as it takes. */
const SETTINGS = `
  select set_config(name, '0', false) from pg_settings
  where name in ('statement_timeout', 'lock_timeout', 'transaction_timeout', 'idle_session_timeout',
    'idle_in_transaction_session_timeout')
  union all select set_config('DateStyle', 'ISO', false)`

/** Gives `work` a connection of its own, for hours if need be. One that is cut fails what runs on it, and nothing else. */
export async function withConnection<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    // Not as `options`: those of the address would stand instead, and poolers refuse them.
    await client.query(SETTINGS)
    return await work(client)
  } finally {
    await client.end()
  }
}

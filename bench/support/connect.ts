import pg from 'pg'

/**
 * Opens a connection, which `await using` closes at the end of the scope. It ignores errors, because after a failed
 * measurement the database stops before the connection is closed.
 */
export async function connectOnce(databaseUrl: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client(databaseUrl)
  client.on('error', () => {})
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}

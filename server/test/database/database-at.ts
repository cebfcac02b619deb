/** Returns the address of another database of a PostgreSQL. */
export function databaseAt(postgresUrl: string, name: string): string {
  return Object.assign(new URL(postgresUrl), { pathname: name }).href
}

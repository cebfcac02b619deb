import { connect, type Db } from '../../server/db/connect.ts'
import { findRunningPostgres, startEmbeddedPostgres } from '../../server/embedded/postgres.ts'
import { scratchFolder } from './scratch.ts'

interface EmptyDatabase {
  /** One connection. */
  db: Db
  url: string
  superuserUrl: string
}

/** Starts the embedded PostgreSQL with an empty database, and deletes it after `use`. */
export async function withEmptyDatabase(use: (database: EmptyDatabase) => Promise<void>): Promise<void> {
  using scratch = scratchFolder()
  const dataDir = scratch.path
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log: console.log })
  const db = connect(url, { poolSize: 1 })
  try {
    await use({ db, url, superuserUrl: findRunningPostgres(dataDir, 'superuser') ?? url })
  } finally {
    await db.destroy()
    await stop()
  }
}

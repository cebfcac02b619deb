import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Db } from '../../server/db/connect.ts'
import { findRunningPostgres, startEmbeddedPostgres } from '../../server/embedded/postgres.ts'

interface EmptyDatabase {
  /** One connection. */
  db: Db
  url: string
  superuserUrl: string
}

/** Starts the embedded PostgreSQL with an empty database, and deletes it after `use`. */
export async function withEmptyDatabase(use: (database: EmptyDatabase) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reverie-bench-'))
  chmodSync(dataDir, 0o711) // If root starts PostgreSQL, it runs as another user, who must be able to enter.
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log: console.log })
  const db = connect(url, { poolSize: 1 })
  try {
    await use({ db, url, superuserUrl: findRunningPostgres(dataDir, 'superuser') ?? url })
  } finally {
    await db.destroy()
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

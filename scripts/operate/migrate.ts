// `npm run db:migrate`: brings the database up to date without starting the product, for deployments that separate both.
import '../launch/stop-with-parent.ts'
import { readConfig } from '../../server/setup/config.ts'
import { connect } from '../../server/db/connect.ts'
import { migrateToLatest } from '../../server/db/migrate.ts'
import { requireSupportedDatabase } from '../../server/db/supported-database.ts'
import { claimDataDir } from '../../server/data-dir/data-dir.ts'
import { startEmbeddedPostgres } from '../../server/embedded/postgres.ts'
import { StartupError } from '../../server/errors/startup-error.ts'

try {
  const { databaseUrl, dataDir } = readConfig()
  await (databaseUrl ? migrate(databaseUrl) : migrateEmbedded(dataDir))
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function migrateEmbedded(dataDir: string): Promise<void> {
  process.umask(0o077)
  const claim = await claimDataDir(dataDir)
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log: console.log })
    try {
      await migrate(postgres.url)
    } finally {
      await postgres.stop()
    }
  } finally {
    claim.release()
  }
}

async function migrate(url: string): Promise<void> {
  const db = connect(url)
  try {
    await requireSupportedDatabase(db)
    const ran = await migrateToLatest(db)
    console.log(ran.length > 0 ? `Migrated: ${ran.join(', ')}` : 'The database is up to date.')
  } finally {
    await db.destroy()
  }
}

// `npm run db:migrate`: migrates the database without starting the server.
import '../launch/stop-with-parent.ts'
import { readConfig } from '../../server/setup/config.ts'
import { connect } from '../../server/db/connect.ts'
import { migrateToLatest } from '../../server/db/prepare/migrate.ts'
import { requireSupportedDatabase } from '../../server/db/prepare/supported-database.ts'
import { claimDataDir } from '../../server/data-dir/data-dir.ts'
import { startEmbeddedPostgres } from '../../server/embedded/postgres.ts'
import { runCommand } from './run-command.ts'

await runCommand(async (stack) => {
  const { databaseUrl, databaseDirectUrl, dataDir } = readConfig()
  const db = connect(databaseDirectUrl ?? databaseUrl ?? (await startEmbedded(dataDir, stack)))
  stack.defer(() => db.destroy())
  await requireSupportedDatabase(db)
  const ran = await migrateToLatest(db)
  console.log(ran.length > 0 ? `Migrated: ${ran.join(', ')}` : 'The database is up to date.')
})

async function startEmbedded(dataDir: string, stack: AsyncDisposableStack): Promise<string> {
  process.umask(0o077)
  const claim = await claimDataDir(dataDir)
  stack.defer(() => claim.release())
  const postgres = await startEmbeddedPostgres({ dataDir, log: console.log })
  stack.defer(() => postgres.stop())
  return postgres.url
}

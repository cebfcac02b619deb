// `npm run db:migrate`: migrates the database without starting the server.
import '../launch/stop-with-parent.mjs'
import { migrateToLatest } from '../../server/db/prepare/migrate.ts'
import { readConfig } from '../../server/setup/config.ts'
import { connectTo, requireInstallation, startEmbedded } from '../support/installation.ts'
import { readArguments } from '../support/read-arguments.ts'
import { runCommand } from '../support/run-command.ts'

await runCommand(async (stack) => {
  readArguments('npm run db:migrate', {})
  const config = readConfig()
  const { databaseUrl, databaseDirectUrl, dataDir } = config
  // With a wrong DATA_DIR, a new and empty database would be created and migrated.
  if (!databaseUrl) requireInstallation(config)
  const url = databaseDirectUrl ?? databaseUrl ?? (await startEmbedded(dataDir, stack))
  const ran = await migrateToLatest(await connectTo(url, stack))
  console.log(ran.length > 0 ? `Migrated: ${ran.join(', ')}` : 'The database is up to date.')
})

// `npm run move -- postgres://…`: copies the database of a stopped site from the embedded PostgreSQL to a new, empty
// external one. The files stay in place. The embedded database is not changed.
import '../launch/stop-with-parent.mjs'
import { join } from 'node:path'
import { becomeSoleProcess } from '../../server/db/prepare/sole-process.ts'
import { StartupError } from '../../server/errors/startup-error.ts'
import { moveDatabase } from '../../server/features/site/backup/move.ts'
import { readConfig } from '../../server/setup/config.ts'
import { requirePostgresUrl } from '../../server/setup/settings.ts'
import { createLogger } from '../../server/setup/logger.ts'
import { connectTo, holdInstallation, leave, requireInstallation } from '../support/installation.ts'
import { readArguments, refuseArguments } from '../support/read-arguments.ts'
import { runCommand } from '../support/run-command.ts'

const USAGE = 'npm run move -- postgres://user:password@host:5432/reverie'

await runCommand(async (stack) => {
  const [to = ''] = readArguments(USAGE, {}, 1).words
  if (!/^postgres(ql)?:\/\//.test(to)) refuseArguments(USAGE)
  requirePostgresUrl(to)
  const config = readConfig()
  const { dataDir, databaseUrl } = config
  if (databaseUrl) {
    throw new StartupError(
      'DATABASE_URL is set, but this command moves the embedded database. Please unset DATABASE_URL.',
    )
  }
  requireInstallation(config)
  await connectTo(to, stack)
  const from = await holdInstallation(config, stack)
  stack.defer(await becomeSoleProcess(to, leave))
  const counts = await moveDatabase(from, to, createLogger({ level: 'info', isReadable: true }))
  const rows = [...counts.values()].reduce((sum, each) => sum + each, 0)
  console.log(`Copied all ${rows} rows of ${counts.size} tables.`)
  console.log(
    `Now set DATABASE_URL to that address, SESSION_SECRET to the content of ${join(dataDir, 'session-secret')},`,
  )
  console.log('keep DATA_DIR, and start Reverie. The embedded database is unchanged, in case you want to go back.')
}, 'The move')

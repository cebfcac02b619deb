// `npm run restore -- FOLDER [DATA_DIR]`: restores a backup into an empty DATA_DIR (and, with DATABASE_URL, an empty
// database).
import '../launch/stop-with-parent.mjs'
import { resolve } from 'node:path'
import {
  checkBackup,
  requireEmptyDataDir,
  requireNoObjects,
  restore,
} from '../../server/features/site/backup/restore.ts'
import { markAsRestoring } from '../../server/data-dir/restoring-mark.ts'
import { readConfig } from '../../server/setup/config.ts'
import { createLogger } from '../../server/setup/logger.ts'
import { openStorage } from '../../server/setup/open-storage.ts'
import { holdInstallation, startEmbedded } from '../support/installation.ts'
import { readArguments, refuseArguments } from '../support/read-arguments.ts'
import { runCommand } from '../support/run-command.ts'

const USAGE = 'npm run restore -- FOLDER [DATA_DIR]'

await runCommand(async (stack) => {
  const [folder, into] = readArguments(USAGE, {}, 2).words
  if (!folder) refuseArguments(USAGE)
  const config = readConfig(into ? { ...process.env, DATA_DIR: into } : process.env)
  const { dataDir } = config
  const backup = await checkBackup(resolve(folder))
  await requireEmptyDataDir(dataDir, backup)
  // Checked before the database is created, so that a refusal leaves the folder empty.
  const bucket = config.bucket && (await openStorage(config, stack))
  if (bucket) await requireNoObjects(bucket)
  // A new database already looks like an empty site.
  const held = config.databaseUrl
    ? await holdInstallation(config, stack)
    : await startEmbedded(dataDir, stack, () => markAsRestoring(dataDir))
  await restore(
    backup,
    { dataDir, databaseUrl: held, openStorage: async () => bucket ?? openStorage(config, stack) },
    createLogger({ level: 'info', isReadable: true }),
  )
  const setting = into || process.env['DATA_DIR'] ? `DATA_DIR=${dataDir} ` : ''
  console.log(`The site is in ${dataDir}. Start it with: ${setting}npm start`)
}, 'The restore')

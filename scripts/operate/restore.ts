// `npm run restore -- FOLDER`: makes a site of a backup, in a DATA_DIR (and a database, with DATABASE_URL) that is empty.
import '../launch/stop-with-parent.ts'
import { resolve } from 'node:path'
import { StartupError } from '../../server/errors/startup-error.ts'
import { asStartupError } from '../../server/features/backup/failure.ts'
import { checkBackup, requireEmptyDataDir, restore } from '../../server/features/backup/restore.ts'
import { readConfig } from '../../server/setup/config.ts'
import { createLogger } from '../../server/setup/logger.ts'
import { holdInstallation } from './hold-installation.ts'
import { runCommand } from './run-command.ts'

await runCommand(
  async (stack) => {
    const [folder, ...others] = process.argv.slice(2)
    if (!folder || folder.startsWith('-') || others.length > 0) {
      throw new StartupError('Please say which: npm run restore -- FOLDER')
    }
    const { dataDir, databaseUrl } = readConfig()
    const backup = await checkBackup(resolve(folder))
    await requireEmptyDataDir(dataDir, backup)
    const held = await holdInstallation({ dataDir, databaseUrl }, stack)
    await restore(backup, { dataDir, databaseUrl: held }, createLogger({ level: 'info', isReadable: true }))
    const setting = process.env['DATA_DIR'] ? `DATA_DIR=${dataDir} ` : ''
    console.log(`The site is in ${dataDir}. Start it with: ${setting}npm start`)
  },
  (error) => asStartupError(error, 'The restore'),
)

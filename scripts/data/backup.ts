// `npm run backup [-- FOLDER]`: copies the whole site, even while it runs, into a new folder; by default into one in
// ./backups that is named after the time.
import '../launch/stop-with-parent.ts'
import { setPriority } from 'node:os'
import { resolve } from 'node:path'
import { StartupError } from '../../server/errors/startup-error.ts'
import { backUp } from '../../server/features/site/backup/back-up.ts'
import { asStartupError } from '../../server/features/site/backup/failure.ts'
import { readConfig } from '../../server/setup/config.ts'
import { openStorage } from '../../server/setup/open-storage.ts'
import { requireOutsideRelease } from '../../server/setup/version.ts'
import { requireInstallation } from './hold-installation.ts'
import { reachDatabase } from '../operate/reach-database.ts'
import { runCommand } from '../operate/run-command.ts'

/** Low priority: the site's users come first. */
const NICENESS = 19

await runCommand(
  async (stack) => {
    const [folder, ...others] = process.argv.slice(2)
    if (folder?.startsWith('-') || others.length > 0) {
      throw new StartupError('Usage: npm run backup -- FOLDER')
    }
    const config = readConfig()
    requireInstallation(config)
    const target = requireOutsideRelease(
      resolve(folder ?? `backups/${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`),
      'The folder of the backup',
    )
    process.umask(0o077)
    const databaseUrl = await reachDatabase(config, stack)
    setPriority(NICENESS)
    const { dataDir, diskReserve: reserve } = config
    const storage = await openStorage(config, stack, { isShared: true })
    await backUp({ dataDir, databaseUrl, storage, target, reserve, log: console.log })
    if (config.sessionSecret)
      console.log('It does not contain SESSION_SECRET, which is one of your settings: keep that safe, too.')
  },
  (error) => asStartupError(error, 'The backup'),
)

// `npm run storage:move`: transfers the files of DATA_DIR to the bucket of STORAGE_URL. People can use the site
// meanwhile; it has to run with the same STORAGE_URL and STORAGE_FROM=disk. You can stop the command at any time; the
// next run resumes where it left off. The command exits with 1 if an upload is in use and therefore stays on the disk.
// `-- --wait` waits for such uploads.
import '../launch/stop-with-parent.mjs'
import { StartupError } from '../../server/errors/startup-error.ts'
import { readConfig } from '../../server/setup/config.ts'
import { openStorage } from '../../server/setup/open-storage.ts'
import { MovingStorage } from '../../server/storage/moving-storage.ts'
import { openSignals, openSite } from '../support/open-site.ts'
import { readArguments } from '../support/read-arguments.ts'
import { runCommand } from '../support/run-command.ts'
import { moveFiles } from './move-files.ts'

await runCommand(async (stack) => {
  const { values } = readArguments('npm run storage:move [-- --wait]', { wait: { type: 'boolean', default: false } })
  const config = readConfig()
  const storage = await openStorage(config, stack, { isShared: true })
  if (!(storage instanceof MovingStorage)) {
    throw new StartupError('Please set STORAGE_URL and STORAGE_FROM=disk for Reverie too, and restart it first.')
  }
  const site = await openSite(config, stack)
  const signals = await openSignals(site)
  const hasMoved = await moveFiles({ db: site.db, signals, storage, waits: values.wait, log: console.log })
  console.log(
    hasMoved
      ? 'The bucket has everything. Remove STORAGE_FROM and restart. Run npm run doctor to compare it with the database.'
      : 'Please keep STORAGE_FROM set and run this again, or run npm run storage:move -- --wait to wait for them.',
  )
  return hasMoved
})

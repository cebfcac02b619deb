// `npm run backup [-- FOLDER]`: copies the whole site, even while it runs, into a new folder. By default the folder is
// in ./backups and named after the time. `--keep N` then removes all but the newest N backups of this site in the same
// folder. `--verify FOLDER` reads a backup without restoring it.
import '../launch/stop-with-parent.mjs'
import { setPriority } from 'node:os'
import { resolve } from 'node:path'
import { backUp, describeContent } from '../../server/features/site/backup/back-up.ts'
import { pruneBackups } from '../../server/features/site/backup/prune-backups.ts'
import { verifyBackup } from '../../server/features/site/backup/verify-backup.ts'
import { readConfig } from '../../server/setup/config.ts'
import { requireFilledStorage } from '../../server/objects/storage-mark.ts'
import { objectsFolderOf, openStorage } from '../../server/setup/open-storage.ts'
import { requireOutsideRelease } from '../../server/setup/version.ts'
import { connectTo } from '../support/installation.ts'
import { reachDatabase } from '../support/open-site.ts'
import { readArguments, refuseArguments } from '../support/read-arguments.ts'
import { runCommand } from '../support/run-command.ts'

const USAGE = 'npm run backup [-- FOLDER [--keep N]], or npm run backup -- --verify FOLDER'
/** Low priority: the site's users come first. */
const NICENESS = 19

await runCommand(async (stack) => {
  const { folder, keep, verify } = readBackupArguments()
  if (verify !== undefined) return verifyAndDescribe(resolve(verify))
  const config = readConfig()
  const target = requireOutsideRelease(
    resolve(folder ?? `backups/${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`),
    'The folder of the backup',
  )
  process.umask(0o077)
  const databaseUrl = await reachDatabase(config, stack)
  setPriority(NICENESS)
  const { dataDir, diskReserve: reserve } = config
  const open = async () => {
    const storage = await openStorage(config, stack, { isShared: true })
    // With --keep, backups without files would replace those with files.
    const db = await connectTo(databaseUrl, stack)
    await requireFilledStorage(db, storage, objectsFolderOf(config), 'Nothing was backed up')
    return storage
  }
  await backUp({ dataDir, databaseUrl, openStorage: open, target, reserve, log: console.log })
  if (config.sessionSecret)
    console.log('It does not contain SESSION_SECRET, which is one of your settings: keep that safe, too.')
  if (keep === undefined) return
  for (const name of await pruneBackups(target, Number(keep))) console.log(`Removed the old backup ${name}.`)
}, 'The backup')

function readBackupArguments() {
  const { values, words } = readArguments(USAGE, { keep: { type: 'string' }, verify: { type: 'string' } }, 1)
  const { keep, verify } = values
  const [folder] = words
  const isKeepValid = keep === undefined || (/^[1-9]\d{0,3}$/.test(keep) && folder !== undefined)
  const isVerifyAlone = verify === undefined || (folder === undefined && keep === undefined)
  if (!isKeepValid || !isVerifyAlone) refuseArguments(USAGE)
  return { folder, keep, verify }
}

async function verifyAndDescribe(folder: string): Promise<void> {
  const { manifest, missing } = await verifyBackup(folder)
  console.log(`${folder} is complete and readable: ${describeContent(manifest)}, made at ${manifest.madeAt}.`)
  if (missing > 0) console.log(`Files that the site lacked when it was made: ${missing}.`)
}

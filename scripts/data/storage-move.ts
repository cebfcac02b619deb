// `npm run storage:move`: copies the files of DATA_DIR to the bucket of STORAGE_URL, also while people use the site, which
// has to run with the same STORAGE_URL and STORAGE_FROM=disk. May be ended at any point, and goes on where it was. It ends
// when the bucket has everything.
import '../launch/stop-with-parent.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { connect } from '../../server/db/connect.ts'
import { requireSupportedDatabase } from '../../server/db/prepare/supported-database.ts'
import { StartupError } from '../../server/errors/startup-error.ts'
import { copyObjects } from '../../server/objects/copy-objects.ts'
import { readConfig } from '../../server/setup/config.ts'
import { openStorage } from '../../server/setup/open-storage.ts'
import { MovingStorage } from '../../server/storage/moving-storage.ts'
import { askForMigration, reachDatabase } from '../operate/reach-database.ts'
import { runCommand } from '../operate/run-command.ts'

const LOOK_EVERY_MS = 10_000
const TELL_EVERY = 100

await runCommand(async (stack) => {
  const config = readConfig()
  const storage = await openStorage(config, stack, { isShared: true })
  if (!(storage instanceof MovingStorage)) {
    throw new StartupError('Please set STORAGE_URL and STORAGE_FROM=disk, for Reverie as well, and restart that first.')
  }
  const url = await reachDatabase(config, stack)
  const db = connect(url)
  stack.defer(() => db.destroy())
  await requireSupportedDatabase(db)

  const { from, to } = storage
  const tell = (copied: number) => copied % TELL_EVERY === 0 && console.log(`${copied} files copied …`)
  for (let told = -1; ;) {
    const { copied, waiting } = await copyObjects({ db, from, to }, tell).catch(askForMigration)
    if (copied > 0) console.log(`${copied} files copied`)
    else if (waiting === 0) break
    if (waiting > 0 && waiting !== told) {
      console.log(`${waiting} uploads are not published yet. They are copied when they are; after a day they are gone.`)
    }
    told = waiting
    if (copied === 0) await wait(LOOK_EVERY_MS)
  }
  console.log(
    'The bucket has everything. Leave STORAGE_FROM out and restart; npm run doctor compares it with the database.',
  )
})

// Deletes an account, and runs until the deletion is done or the process is killed. Usage: `deleter.fixture.ts
// <database URL> <storage folder> <account id>`.
import { connectPatiently } from '../../../test/connect-patiently.ts'
import { startSignals } from '../../../signals/signals.ts'
import { DiskStorage } from '../../../storage/disk/disk-storage.ts'
import { removeAccount } from './remove-account.ts'

const [databaseUrl = '', folder = '', id = ''] = process.argv.slice(2)
const db = connectPatiently(databaseUrl, { poolSize: 2 })
const deps = { db, signals: await startSignals(databaseUrl, db), storage: await DiskStorage.open(folder) }
console.log('ready')
await removeAccount(deps, id, { isRetired: true })
console.log('done')
process.exit(0)

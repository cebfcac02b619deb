// Makes a database as a user whom /etc/passwd does not name: `nameless.fixture.ts <empty folder>`. Root starts it. It
// changes its user once everything is loaded, because others may be unable to enter the folder of this program.
import { chownSync } from 'node:fs'
import { join } from 'node:path'
import { findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { systemFolder } from './home.ts'

const ID = 54_321

const folder = process.argv[2] ?? ''
const account = { uid: ID, gid: ID }
chownSync(folder, ID, ID)
const binaries = findBinaries(account, systemFolder)
process.setgroups?.([])
process.setgid?.(ID)
process.setuid?.(ID)
await ensureCluster({ cluster: join(folder, 'postgres'), account: {}, binariesFolder: folder }, binaries, 'secret')

// Holds a data folder and its database, as the server does, until it is killed: `owner.fixture.ts <data folder>`.
// Prints the database's address when it is ready.
import { claimDataDir } from '../data-dir/data-dir.ts'
import { startEmbeddedPostgres } from './postgres.ts'

const dataDir = process.argv[2] ?? ''
await claimDataDir(dataDir)
const { url } = await startEmbeddedPostgres({ dataDir, log: () => {} })
console.log(url)

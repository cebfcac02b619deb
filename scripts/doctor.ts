// `npm run doctor`: recounts every counter and compares the database with storage, also while the product runs. Ends
// with 1 if something differs. `npm run doctor -- --repair` mends what can be mended.
import './stop-with-parent.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig, type Config } from '../server/config.ts'
import { connect } from '../server/db/connect.ts'
import { startSignals } from '../server/db/signals.ts'
import { requireSupportedDatabase } from '../server/db/supported-database.ts'
import { claimDataDir } from '../server/embedded/data-dir.ts'
import { findRunningPostgres, startEmbeddedPostgres } from '../server/embedded/postgres.ts'
import { findDifferences, repairDifferences } from '../server/features/doctor/find-differences.ts'
import { StartupError } from '../server/startup-error.ts'
import { openDiskStorage } from '../server/storage/disk-storage.ts'

const UNDEFINED_TABLE = '42P01'
const UNDEFINED_COLUMN = '42703'

const isRepairing = process.argv.includes('--repair')

try {
  const unknown = process.argv.slice(2).find((argument) => argument !== '--repair')
  if (unknown) throw new StartupError(`There is no option '${unknown}'; the doctor knows --repair.`)
  await using stack = new AsyncDisposableStack()
  const isHealthy = await examine(readConfig(), stack)
  process.exitCode = isHealthy ? 0 : 1
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function examine({ dataDir, databaseUrl }: Config, stack: AsyncDisposableStack): Promise<boolean> {
  const objects = join(dataDir, 'objects')
  if (!existsSync(objects)) throw new StartupError(`There is no Reverie in ${dataDir}. Please set DATA_DIR.`)
  const url = databaseUrl ?? (await reachEmbedded(dataDir, stack))
  const db = connect(url)
  stack.defer(() => db.destroy())
  await requireSupportedDatabase(db)
  const deps = { db, storage: await openDiskStorage(objects, { isShared: true }) }

  const differences = await findDifferences(deps).catch(asStartupError)
  for (const { line } of differences) console.log(line)
  console.log('Not counted: the views of each video, which are not kept one by one.')
  if (differences.length === 0) {
    console.log('No differences')
    return true
  }
  const mendable = differences.filter(({ repair }) => repair).length
  console.log(`${inWords(differences.length)}; --repair can mend ${mendable} of them.`)
  if (!isRepairing) return false

  const signals = await startSignals(url, db)
  stack.defer(() => signals.stop())
  await repairDifferences({ ...deps, signals }, differences, console.log)
  const left = await findDifferences(deps)
  console.log(left.length === 0 ? 'No differences any more' : `Left: ${inWords(left.length)}`)
  return left.length === 0
}

function inWords(differences: number): string {
  return differences === 1 ? '1 difference' : `${differences} differences`
}

/** Starts the folder's database, or joins it if the product runs. */
async function reachEmbedded(dataDir: string, stack: AsyncDisposableStack): Promise<string> {
  const running = findRunningPostgres(dataDir)
  if (running) return running
  const claim = await claimDataDir(dataDir)
  stack.defer(() => claim.release())
  const postgres = await startEmbeddedPostgres({ dataDir, log: console.log })
  stack.defer(() => postgres.stop())
  return postgres.url
}

function asStartupError(error: unknown): never {
  const { code } = error as { code?: string }
  const isOtherSchema = code === UNDEFINED_TABLE || code === UNDEFINED_COLUMN
  throw isOtherSchema ? new StartupError('This database is not up to date. Please run: npm run db:migrate') : error
}

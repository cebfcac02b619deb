// `npm run doctor`: recounts every counter and compares the database with storage, even while the site is running.
// Exits with 1 if it finds a difference, if no worker is running, or if a job has waited for too long. `-- --repair`
// repairs the differences that can be repaired.
import '../launch/stop-with-parent.ts'
import { readConfig, type Config } from '../../server/setup/config.ts'
import { findDifferences, repairDifferences } from '../../server/features/site/doctor/find-differences.ts'
import { describeDisk } from '../../server/features/site/doctor/describe-disk.ts'
import { describeFailures } from '../../server/features/site/doctor/describe-failures.ts'
import { findBackgroundProblems } from '../../server/jobs/background-problems.ts'
import { findCluster } from '../../server/embedded/home.ts'
import { StartupError } from '../../server/errors/startup-error.ts'
import { objectsIn, openStorage } from '../../server/setup/open-storage.ts'
import { createCdnPurge } from '../../server/storage/cdn-purge.ts'
import { watchDisk } from '../../server/storage/disk/disk-space.ts'
import { describeFilesOnDisk } from './disk-beside-bucket.ts'
import { failWithoutMigration, openSignals, openSite } from './reach-database.ts'
import { runCommand } from './run-command.ts'

const isRepairing = process.argv.includes('--repair')

await runCommand((stack) => {
  const unknown = process.argv.slice(2).find((argument) => argument !== '--repair')
  if (unknown) throw new StartupError(`Unknown option '${unknown}'. The only option is --repair.`)
  return examine(readConfig(), stack)
})

async function examine(config: Config, stack: AsyncDisposableStack): Promise<boolean> {
  // Stopped after the database is closed, because until then queries may find files of hidden videos to purge.
  const cdn = isRepairing && config.cdnPurgeUrl ? createCdnPurge(config.cdnPurgeUrl, console) : undefined
  stack.defer(() => cdn?.stop())
  const site = await openSite(config, stack)
  const { db } = site
  const deps = { db, storage: await openStorage(config, stack, { isShared: true }) }
  const others = config.databaseUrl ? [] : [findCluster(config.dataDir)]

  const differences = await findDifferences(deps).catch(failWithoutMigration)
  const onDisk = await describeFilesOnDisk(config, deps)
  // A repair would hide the videos whose files are not in the bucket yet.
  if (onDisk?.areLost && isRepairing) throw new StartupError(`Nothing was repaired. ${onDisk.line}`)
  const files = config.bucket ? config.dataDir : objectsIn(config.dataDir)
  const disk = watchDisk([files, ...others], config.diskReserve, { holdsObjects: !config.bucket })
  for (const line of await describeDisk({ ...deps, disk })) console.log(line)
  for (const line of await describeFailures(db)) console.log(line)
  if (onDisk && !onDisk.areLost) console.log(onDisk.line)
  const problems = await findBackgroundProblems(db).catch(failWithoutMigration)
  for (const { line } of differences) console.log(line)
  console.log('Not checked: view counts, because individual views are not stored.')
  const mendable = onDisk?.areLost ? 0 : differences.filter(({ repair }) => repair).length
  if (differences.length === 0) console.log('No differences')
  else console.log(`${inWords(differences.length)}; --repair can fix ${mendable} of them.`)
  // Problems come last, so that the output does not end as if all were well.
  for (const { message } of problems) console.log(message)
  if (onDisk?.areLost) console.log(onDisk.line)
  if (differences.length === 0) return problems.length === 0 && !onDisk?.areLost
  if (!isRepairing) return false

  await repairDifferences({ ...deps, signals: await openSignals(site), cdn }, differences, console.log)
  const left = await findDifferences(deps)
  console.log(left.length === 0 ? 'All differences fixed' : `Remaining: ${inWords(left.length)}`)
  return left.length === 0 && problems.length === 0
}

function inWords(differences: number): string {
  return differences === 1 ? '1 difference' : `${differences} differences`
}

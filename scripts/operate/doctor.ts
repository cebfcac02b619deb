// `npm run doctor`: recounts every counter except views and compares the database with storage, even while the site is
// running. Exits with 1 if it finds a difference, if no worker is running, if a job is overdue, or if files are on the
// disk that the site cannot reach. `-- --repair` repairs the differences that can be repaired.
import '../launch/stop-with-parent.mjs'
import { existsSync } from 'node:fs'
import { formatBytes } from '../../contract/bytes.ts'
import type { Db } from '../../server/db/connect.ts'
import { counted } from '../../server/format/in-words.ts'
import { readConfig, type Config } from '../../server/setup/config.ts'
import { findDifferences, repairDifferences } from '../../server/features/site/doctor/find-differences.ts'
import { describeDisk } from '../../server/features/site/doctor/describe-disk.ts'
import { describeFailures } from '../../server/features/site/doctor/describe-failures.ts'
import { countOnlyOnDisk } from '../../server/features/site/doctor/only-on-disk.ts'
import { listBackgroundProblems } from '../../server/jobs/background-problems.ts'
import { clusterPath } from '../../server/embedded/home.ts'
import { StartupError } from '../../server/errors/startup-error.ts'
import { requireFilledStorage } from '../../server/objects/storage-mark.ts'
import { objectsFolderOf, objectsIn, openStorage } from '../../server/setup/open-storage.ts'
import { createCdnPurge } from '../../server/storage/cdn-purge.ts'
import { DiskStorage } from '../../server/storage/disk/disk-storage.ts'
import { watchDisk } from '../../server/storage/disk/disk-space.ts'
import { MovingStorage } from '../../server/storage/moving-storage.ts'
import type { Storage } from '../../server/storage/storage.ts'
import { openSignals, openSite } from '../support/open-site.ts'
import { readArguments } from '../support/read-arguments.ts'
import { runCommand } from '../support/run-command.ts'

await runCommand(async (stack) => {
  const { values } = readArguments('npm run doctor [-- --repair]', { repair: { type: 'boolean' } })
  const { repair: isRepairing } = values
  const config = readConfig()
  // The purge stops after the database is closed. Until then, queries may find files of hidden videos to purge.
  const cdn = isRepairing && config.cdnPurgeUrl ? createCdnPurge(config.cdnPurgeUrl, console) : undefined
  stack.defer(() => cdn?.stop())
  const site = await openSite(config, stack)
  const { db } = site
  const deps = { db, storage: await openStorage(config, stack, { isShared: true }) }
  const others = config.databaseUrl ? [] : [clusterPath(config.dataDir)]

  const differences = await findDifferences(deps)
  const onDisk = await describeFilesOnDisk(config, deps)
  // A repair would hide the videos whose files are not in the bucket yet.
  if (onDisk?.areLost && isRepairing) throw new StartupError(`Nothing was repaired. ${onDisk.line}`)
  // A repair would hide every video.
  const objectsFolder = objectsFolderOf(config)
  if (isRepairing) await requireFilledStorage(db, deps.storage, objectsFolder, 'Nothing was repaired')
  const disk = watchDisk([objectsFolder ?? config.dataDir, ...others], config.diskReserve, {
    holdsObjects: !config.bucket,
  })
  for (const line of await describeDisk({ ...deps, disk })) console.log(line)
  for (const line of await describeFailures(db)) console.log(line)
  if (onDisk && !onDisk.areLost) console.log(onDisk.line)
  const problems = await listBackgroundProblems(db)
  for (const { line } of differences) console.log(line)
  console.log('Not checked: view counts, because individual views are not stored.')
  const mendable = onDisk?.areLost ? 0 : differences.filter(({ repair }) => repair).length
  if (differences.length === 0) console.log('No differences')
  else console.log(`${counted(differences.length, 'difference')}; --repair can fix ${mendable} of them.`)
  // Problems come last, because the output would otherwise end as if all were well.
  for (const { message } of problems) console.log(message)
  if (onDisk?.areLost) console.log(onDisk.line)
  if (differences.length === 0) return problems.length === 0 && !onDisk?.areLost
  if (!isRepairing) return false

  await repairDifferences({ ...deps, signals: await openSignals(site), cdn }, differences, console.log)
  const left = await findDifferences(deps)
  console.log(left.length === 0 ? 'All differences fixed' : `Remaining: ${counted(left.length, 'difference')}`)
  return left.length === 0 && problems.length === 0
})

/**
 * Counts the files of a site with a bucket that are only in `DATA_DIR`.
 *
 * @returns A sentence for the operator, and whether the site cannot reach these files; `undefined` if there are none.
 */
async function describeFilesOnDisk(
  { dataDir, bucket }: Config,
  { db, storage }: { db: Db; storage: Storage },
): Promise<{ line: string; areLost: boolean } | undefined> {
  const isMoving = storage instanceof MovingStorage
  const folder = objectsIn(dataDir)
  if (!bucket || (!isMoving && !existsSync(folder))) return undefined
  const disk = isMoving ? storage.from : await DiskStorage.open(folder, { isShared: true })
  const { files, bytes } = await countOnlyOnDisk({ db, disk, bucket: isMoving ? storage.to : storage })
  if (files === 0) return undefined
  const count = `Only on the disk, not in the bucket: ${counted(files, 'file')}, ${formatBytes(bytes)}.`
  const remedy = isMoving
    ? 'Keep STORAGE_FROM, and run npm run storage:move.'
    : 'Set STORAGE_FROM=disk, restart Reverie, and run npm run storage:move.'
  return { line: `${count} ${remedy}`, areLost: !isMoving }
}

import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, constants, mkdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import type pg from 'pg'
import { formatBytes } from '../../../../contract/bytes.ts'
import { makeFolders } from '../../../data-dir/make-folders.ts'
import { StartupError } from '../../../errors/startup-error.ts'
import { sync } from '../../../storage/disk/disk-files.ts'
import type { DiskReserve } from '../../../storage/disk/disk-reserve.ts'
import type { Storage } from '../../../storage/storage.ts'
import { copyFiles, listFiles, listKeptFiles, requireRoom, writeSynced } from './copy-files.ts'
import { copyObjects, type ObjectCopies } from './copy-objects.ts'
import {
  databaseBytes,
  describeDatabase,
  exportTables,
  inSnapshot,
  requireKnownSchema,
} from './database/export-database.ts'
import { counted } from '../../../format/in-words.ts'
import { listBackups, type Manifest, partsOf, writeManifest } from './manifest.ts'
import { recordBackup } from './record-backup.ts'
import { withConnection } from './database/with-connection.ts'

interface BackUp {
  /** Absolute path. The site may be running. */
  dataDir: string
  databaseUrl: string
  /** Opens the storage of the objects. If that fails, for example because the bucket is away, the backup failed. */
  openStorage: () => Promise<Storage>
  /** Absolute path of a folder that does not exist yet. The backup gets this name once it is complete. */
  target: string
  /** Bytes of the disk to leave free. */
  reserve: DiskReserve
  log: (line: string) => void
}

/** Creates the parent of the target. @throws {StartupError} If it lies in the copied folder. Then nothing is created. */
async function requireParent(target: string, dataDir: string): Promise<void> {
  const parent = dirname(target)
  let existing = parent
  while (!existsSync(existing)) existing = dirname(existing)
  const [inside, outside] = await Promise.all([realpath(existing), realpath(dataDir)])
  if (`${inside}${sep}`.startsWith(`${outside}${sep}`))
    throw new StartupError(`${target} is in ${dataDir}, the folder that it copies. Please name a folder elsewhere.`)
  makeFolders(parent, 0o700)
  await access(parent, constants.W_OK)
}

/**
 * Copies a whole site, database and files, into a new folder. Rows and objects are those of one moment. Published
 * objects are hard links, if the file system allows it, to the site's files or to the newest backup in the same parent
 * folder. A backup that was cut off is resumed. A backup that failed is removed.
 *
 * @throws {StartupError} If the target exists or lies in the data folder, there is no room, another backup is running, or
 *   a newer version has used the database.
 */
export async function backUp(options: BackUp): Promise<void> {
  const { dataDir, databaseUrl, target, log } = options
  // This mistake is not recorded as a failed backup, which would alert staff.
  if (existsSync(target)) throw new StartupError(`${target} already exists. Please name a new folder.`)
  await withConnection(databaseUrl, async (client) => {
    await requireKnownSchema(client)
    await lockBackups(client)
    let draft: string | undefined
    try {
      const storage = await options.openStorage()
      await requireParent(target, dataDir)
      const site = await identifySite(client)
      draft = await prepareDraft(target, site)
      const contents = await fillDraft({ client, storage, draft, site }, options)
      await rename(draft, target)
      await sync(dirname(target))
      await recordBackup(client)
      log(
        `The backup is complete: ${describeContent(contents)}. ` +
          'It contains secrets and email addresses: keep it where only you can read it.',
      )
    } catch (error) {
      if (draft) await rm(draft, { recursive: true, force: true })
      await recordBackup(client, error)
      throw error
    }
  })
}

/** Copies the site into the draft. @throws {StartupError} If there is no room for it. */
async function fillDraft(
  { client, storage, draft, site }: Omit<ObjectCopies, 'former'> & { site: string },
  { dataDir, target, reserve, log }: BackUp,
) {
  const former = (await listBackups(dirname(target))).at(-1)
  const files = await listKeptFiles(dataDir)
  const bytes = await databaseBytes(client)
  const parts = partsOf(draft)
  const present = Math.max(former?.manifest.objects.bytes ?? 0, (await count(parts.objects)).bytes)
  const needed = files.bytes + bytes + (await objectBytes(client, { dataDir, target, present }))
  await requireRoom(dirname(target), needed, reserve)
  log(`Backing up to ${target} (up to ${formatBytes(needed)})…`)
  await copyFiles(files, dataDir, parts.files)
  const exported = await exportSite({ client, storage, draft, former: former?.path }, log)
  const { leftOut, waitingJobs, ...contents } = exported
  if (leftOut.length > 0) log(`Skipped tables that don’t belong to Reverie: ${leftOut.join(', ')}.`)
  await writeSynced(parts.waitingJobs, JSON.stringify(waitingJobs))
  const counts = {
    objects: await count(parts.objects),
    uploads: await count(parts.uploads),
    files: await count(parts.files),
  }
  const madeAt = new Date().toISOString()
  await writeManifest(draft, { madeAt, site, ...contents, ...counts, databaseBytes: bytes })
  return { ...contents, ...counts }
}

/**
 * Copies rows and objects of one snapshot. Most objects are copied before the snapshot, so that few remain. If the site
 * deletes one of these before it is copied, a later snapshot is taken.
 */
async function exportSite(copies: ObjectCopies, log: BackUp['log']) {
  const { client, draft } = copies
  let { missing, bytes } = await copyObjects(copies)
  for (;;) {
    const exported = await inSnapshot(client, async () => {
      const late = await copyObjects(copies)
      bytes += late.bytes
      // An object is marked as deleted before its bytes are removed. This snapshot still contains the object. If its
      // bytes were already missing before the snapshot, it was not deleted. A later snapshot would then lack the bytes,
      // too.
      const isWhole = late.missing.every((id) => missing.includes(id))
      missing = late.missing
      if (!isWhole) return undefined
      const contents = await describeDatabase(client)
      return { ...contents, tables: await exportTables(client, contents.tables, partsOf(draft).database) }
    })
    if (!exported) continue
    if (missing.length > 0)
      log(`Missing from the site: ${counted(missing.length, 'file')}. Run npm run doctor for details.`)
    log(`Objects copied: ${formatBytes(bytes)}. Unchanged files are hard-linked and take no extra space.`)
    return exported
  }
}

/** Returns a digest that no other database has, except copies by PostgreSQL's own means. */
async function identifySite(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    "select system_identifier || ' ' || current_database() as id from pg_control_system()",
  )
  return hash('sha256', rows[0]!.id, 'hex').slice(0, 16)
}

/** Prevents other backups of this site. @throws {StartupError} If one is running, because this one would resume it. */
async function lockBackups(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isFree: boolean }>(
    `select pg_try_advisory_lock(hashtext('reverie backup')) as "isFree"`,
  )
  if (!rows[0]?.isFree) throw new StartupError('Another backup of this site is in progress.')
}

/**
 * Creates or resumes the folder that becomes the backup. The objects of an interrupted backup are kept, because each is
 * complete.
 *
 * @param site Result of `identifySite`. Sites on several machines may have the same path of their data folder, and their
 *   backups one place.
 * @returns A path that is the same for the same site and place, independent of the backup's name.
 */
async function prepareDraft(target: string, site: string): Promise<string> {
  const draft = join(dirname(target), `unfinished-${site}`)
  await mkdir(draft, { recursive: true, mode: 0o700 })
  const { database, files, waitingJobs, manifest, objects, uploads } = partsOf(draft)
  for (const part of [database, files, waitingJobs, manifest]) await rm(part, { recursive: true, force: true })
  for (const part of [objects, uploads]) await mkdir(part, { recursive: true })
  return draft
}

/**
 * Estimates the bytes of objects to write. These are all unused uploads, and the published objects that cannot be
 * linked and are not backed up yet.
 *
 * @param present Bytes of published objects that an earlier or interrupted backup has.
 */
async function objectBytes(
  client: pg.Client,
  { dataDir, target, present }: { dataDir: string; target: string; present: number },
): Promise<number> {
  const { rows } = await client.query<{ shown: number; unused: number }>(
    `select coalesce(sum(size_bytes) filter (where state <> 'stored'), 0)::float8 as shown,
       coalesce(sum(size_bytes) filter (where state = 'stored'), 0)::float8 as unused
     from objects where state in ('stored', 'published', 'hidden')`,
  )
  const { shown, unused } = rows[0]!
  const [from, to] = await Promise.all([stat(join(dataDir, 'objects')).catch(() => undefined), stat(dirname(target))])
  return unused + (from?.dev === to.dev ? 0 : Math.max(0, shown - present))
}

async function count(folder: string): Promise<{ count: number; bytes: number }> {
  const { paths, bytes } = await listFiles(folder)
  return { count: paths.length, bytes }
}

/** Describes the content of a backup: accounts, videos and files. */
export function describeContent(made: Pick<Manifest, 'tables' | 'objects' | 'uploads' | 'files'>): string {
  const rowsOf = (name: string) => made.tables.find((table) => table.name === name)?.rows ?? 0
  const files = made.objects.count + made.uploads.count + made.files.count
  return [counted(rowsOf('users'), 'account'), counted(rowsOf('videos'), 'video'), counted(files, 'file')].join(', ')
}

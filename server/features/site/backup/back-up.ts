import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, constants, mkdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import type pg from 'pg'
import { StartupError } from '../../../errors/startup-error.ts'
import type { DiskReserve } from '../../../storage/disk/disk-reserve.ts'
import type { Storage } from '../../../storage/storage.ts'
import { copyFiles, sizeInWords, listFiles, listKeptFiles, requireRoom, sync, writeSynced } from './copy-files.ts'
import { copyObjects, type ObjectCopies } from './copy-objects.ts'
import {
  databaseBytes,
  describeDatabase,
  exportTables,
  inSnapshot,
  requireKnownSchema,
  type DatabaseContents,
} from './export-database.ts'
import { findNewestBackup, type Manifest, partsOf, writeManifest } from './manifest.ts'
import { withConnection } from './with-connection.ts'

interface BackUp {
  /** Absolute. The site may be at work. */
  dataDir: string
  databaseUrl: string
  storage: Storage
  /** Absolute: a folder that does not exist yet (`requireTarget`). It has this name once it is whole. */
  target: string
  /** What it leaves free, of its disk. */
  reserve: DiskReserve
  log: (line: string) => void
}

/** @throws {StartupError} If the folder exists, or is in the one that it copies. */
export async function requireTarget(target: string, dataDir: string): Promise<void> {
  if (existsSync(target)) throw new StartupError(`${target} already exists. Please name a new folder.`)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await access(dirname(target), constants.W_OK)
  await refuseOwnFolder(dataDir, target)
}

/**
 * Copies a whole site, database and files, as it is at one moment, into a folder of its own. What the site or the newest
 * backup beside it has on the same file system is not copied but linked. One that was cut off is gone on with.
 *
 * @throws {StartupError} If there is no room, another backup is being made, or a newer version has used the database.
 * Then nothing is left of it.
 */
export async function backUp({ dataDir, databaseUrl, storage, target, reserve, log }: BackUp): Promise<void> {
  await withConnection(databaseUrl, async (client) => {
    await requireKnownSchema(client)
    await becomeOnlyBackup(client)
    const draft = await prepareDraft(target, dataDir)
    try {
      const former = await findNewestBackup(dirname(target))
      const files = await listKeptFiles(dataDir)
      const bytes = await databaseBytes(client)
      const present = Math.max(former?.manifest.objects.bytes ?? 0, (await count(partsOf(draft).objects)).bytes)
      const needed = files.bytes + bytes + (await objectBytes(client, { dataDir, target, present }))
      await requireRoom(dirname(target), needed, reserve)
      log(`Backing up to ${target}, for which up to ${sizeInWords(needed)} are written …`)
      const parts = partsOf(draft)
      await copyFiles(files, dataDir, parts.files)
      const exported = await exportSite({ client, storage, draft, former: former?.path }, log)
      const { leftOut, waitingJobs, ...contents } = exported
      if (leftOut.length > 0) log(`Left out, because no Reverie made them: the tables ${leftOut.join(', ')}.`)
      await writeSynced(parts.waitingJobs, JSON.stringify(waitingJobs))
      const counted = {
        objects: await count(parts.objects),
        uploads: await count(parts.uploads),
        files: await count(parts.files),
      }
      await writeManifest(draft, { madeAt: new Date().toISOString(), ...contents, ...counted, databaseBytes: bytes })
      await rename(draft, target)
      await sync(dirname(target))
      log(describe({ ...contents, ...counted }))
    } catch (error) {
      await rm(draft, { recursive: true, force: true })
      throw error
    }
  })
}

/**
 * Rows and objects of one moment. Most objects come before it, so that few are left to be copied in it: nothing keeps the
 * site from deleting one of these before it is copied, in which case a later moment is taken.
 */
async function exportSite(copies: ObjectCopies, log: BackUp['log']) {
  let { missing, bytes } = await copyObjects(copies)
  for (;;) {
    const exported = await inSnapshot(copies.client, async () => {
      const late = await copyObjects(copies)
      bytes += late.bytes
      // Bytes go only once their row is gone: what was missing before this moment, and has its row in it, is lost.
      const isWhole = late.missing.every((id) => missing.includes(id))
      missing = late.missing
      return isWhole && exportRows(copies)
    })
    if (!exported) continue
    if (missing.length > 0) log(`${of(missing.length, 'file')} of the site cannot be found. npm run doctor names them.`)
    log(`Objects copied: ${sizeInWords(bytes)}. What the site or an earlier backup has on this disk is shared with it.`)
    return exported
  }
}

async function exportRows({ client, draft }: ObjectCopies) {
  const contents: DatabaseContents = await describeDatabase(client)
  return { ...contents, tables: await exportTables(client, contents.tables, partsOf(draft).database) }
}

/** @throws {StartupError} If there is another. It would be gone on with while it is being made. */
async function becomeOnlyBackup(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isFree: boolean }>(
    `select pg_try_advisory_lock(hashtext('reverie backup')) as "isFree"`,
  )
  if (!rows[0]?.isFree) throw new StartupError('Another backup of this site is being made just now.')
}

/**
 * The folder that becomes the backup. Of one that was cut off, the objects stay: each is whole.
 *
 * @returns The same for the same site and place, whatever the backup's name will be.
 */
async function prepareDraft(target: string, dataDir: string): Promise<string> {
  const site = createHash('sha256').update(dataDir).digest('hex').slice(0, 8)
  const draft = join(dirname(target), `unfinished-${site}`)
  await mkdir(draft, { recursive: true, mode: 0o700 })
  const { database, files, waitingJobs, manifest, objects, uploads } = partsOf(draft)
  for (const part of [database, files, waitingJobs, manifest]) await rm(part, { recursive: true, force: true })
  for (const part of [objects, uploads]) await mkdir(part, { recursive: true })
  return draft
}

/**
 * How many bytes of objects have to be written, as long as no new ones come.
 *
 * @param present What earlier backups have of them there.
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

async function refuseOwnFolder(dataDir: string, target: string): Promise<void> {
  const [inside, outside] = await Promise.all([realpath(dirname(target)), realpath(dataDir)])
  if (!`${inside}${sep}`.startsWith(`${outside}${sep}`)) return
  throw new StartupError(`${target} is in ${dataDir}, the folder that it copies. Please name a folder elsewhere.`)
}

function describe(made: Pick<Manifest, 'tables' | 'objects' | 'uploads' | 'files'>): string {
  const rowsOf = (name: string) => made.tables.find((table) => table.name === name)?.rows ?? 0
  const files = made.objects.count + made.uploads.count + made.files.count
  const counts = [of(rowsOf('users'), 'account'), of(rowsOf('videos'), 'video'), of(files, 'file')].join(', ')
  return `The backup is complete: ${counts}. It contains secrets and email addresses: keep it where only you can read it.`
}

const of = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`

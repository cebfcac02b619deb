import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { StartupError } from '../errors/startup-error.ts'
import type { Storage } from '../storage/storage.ts'

const TEXT = 'The processes of this site use this object to check that they share the same files.\n'
/** Number of objects to look for if there is no mark yet. It is more than one, because an object may have been lost. */
const LOOKED_FOR = 20

/**
 * Checks that this process has the files of its database, as every process of the site must. The database names an
 * object, the mark, that only this storage contains. The first of several processes creates it.
 *
 * @throws {StartupError} If the process has different files.
 */
export async function requireStorageOfSite(db: Db, storage: Storage): Promise<void> {
  const mark = (await findMark(db)) ?? (await makeMark(db, storage))
  if (!(await storage.find(mark))) throw otherFiles()
}

/**
 * Checks that a storage has objects of its site. Otherwise reports of broken clips would hide them one by one.
 *
 * @param folder The folder of the objects; `undefined` for a bucket.
 * @param outcome Part of the message, such as `Nothing was repaired`.
 * @throws {StartupError} If the site has objects, and the storage has none of those that were looked for.
 */
export async function requireFilledStorage(
  db: Db,
  storage: Storage,
  folder: string | undefined,
  outcome = 'Nothing was changed',
): Promise<void> {
  if (await hasSomeObject(db, storage)) return
  throw new StartupError(
    folder === undefined
      ? `The bucket of STORAGE_URL has none of this site’s files. ${outcome}. If they are in DATA_DIR, set ` +
          'STORAGE_FROM=disk, start Reverie, and run npm run storage:move. Otherwise, STORAGE_URL must name the bucket that ' +
          'has them.'
      : `The folder of the files, ${folder}, has none of this site’s files. ${outcome}. Mount its disk, or set ` +
          'DATA_DIR to the folder that belongs to this database. If the files are lost, restore a backup.',
  )
}

/**
 * Checks that the files of a new site are its own. With a missing or mistyped `DATABASE_URL`, an existing site would
 * otherwise become a new one, without its accounts and clips.
 *
 * @param folder The folder of the objects; `undefined` for a bucket.
 * @throws {StartupError} If the database has never been used, and the storage has objects.
 */
export async function refuseFilesOfOtherSite(db: Db, storage: Storage, folder: string | undefined): Promise<void> {
  if (!(await isNew(db))) return
  for await (const { sizeBytes } of storage.list()) {
    // Another process of the same new site may have just written the mark, and not yet its row.
    if (sizeBytes === TEXT.length) continue
    const [place, setting] = folder ? [`folder of the files, ${folder},`, 'DATA_DIR'] : ['bucket', 'STORAGE_URL']
    throw new StartupError(
      `The database is new, but the ${place} contains the files of a site. Set DATABASE_URL to the database of that ` +
        `site, or restore a backup. For a new site, change ${setting}.`,
    )
  }
}

async function isNew(db: Db): Promise<boolean> {
  const [user, object] = await Promise.all([
    db.selectFrom('users').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('objects').select('id').limit(1).executeTakeFirst(),
  ])
  return !user && !object && !(await findMark(db))
}

async function findMark(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('storageMark').select('id').executeTakeFirst()
  return row?.id
}

/** Creates the mark. @returns The mark of the process that was first. */
async function makeMark(db: Db, storage: Storage): Promise<string> {
  if (!(await hasSomeObject(db, storage))) throw otherFiles()
  const id = randomUUID()
  await storage.write(id, Readable.from([Buffer.from(TEXT)]), { maxBytes: TEXT.length })
  await sql`insert into storage_mark (id) values (${id}) on conflict do nothing`.execute(db)
  const mark = (await findMark(db)) ?? id
  if (mark !== id) await storage.remove(id)
  return mark
}

/** Whether the storage has some of the site's objects, or the site has none. */
async function hasSomeObject(db: Db, storage: Storage): Promise<boolean> {
  const shown = db.selectFrom('objects').select('id').where('state', 'in', ['published', 'hidden'])
  const rows = await shown.orderBy('id').limit(LOOKED_FOR).execute()
  if (rows.length === 0) return true
  const ids = rows.map(({ id }) => id)
  const found = await Promise.all(ids.map((id) => storage.find(id)))
  if (found.some((object) => object !== undefined)) return true
  // Objects that have just been deleted are not missing.
  return (await shown.where('id', 'in', ids).execute()).length === 0
}

function otherFiles(): StartupError {
  return new StartupError(
    'This process uses different files from the site in DATABASE_URL. Every process needs the same files: ' +
      'one shared folder as objects in each DATA_DIR, or one bucket.',
  )
}

import { sql } from 'kysely'
import { Id } from '../../../contract/fields.ts'
import type { Db } from '../../db/connect.ts'
import type { Storage, StoredObject } from '../../storage/storage.ts'
import { discardUpload } from '../../objects/objects.queries.ts'
import { hideVideo } from '../videos/hide-video.ts'
import type { Difference, DoctorDeps, RepairDeps } from './difference.ts'

const PAGE = 1_000
/** Each is a look at the file system. */
const LOOKS_AT_ONCE = 16
/** Younger bytes may be on their way into the database. */
const ORPHAN_AFTER_MS = 60 * 60 * 1000

/** Objects without their bytes, and bytes without an object. Both are looked at twice, because the site may be running. */
export async function findWrongBytes(deps: DoctorDeps): Promise<Difference[]> {
  return [...(await findMissingBytes(deps)), ...(await findOrphanBytes(deps))]
}

interface ObjectRow {
  id: string
  sizeBytes: number
}

async function findMissingBytes({ db, storage }: DoctorDeps): Promise<Difference[]> {
  const found: Difference[] = []
  for await (const page of wholeObjects(db)) {
    const stored = await lookAt(storage, page)
    const suspects = page.filter(({ id, sizeBytes }) => stored.get(id)?.sizeBytes !== sizeBytes)
    for (const suspect of await stillWhole(db, suspects)) {
      const actual = stored.get(suspect.id)
      found.push(actual ? wrongSize(suspect, actual) : missing(suspect))
    }
  }
  return found
}

/**
 * Pages of the objects that must have bytes. Deleted ones may still have some, pending ones already; and a video is
 * hidden because its file is not what it should be.
 */
async function* wholeObjects(db: Db): AsyncGenerator<ObjectRow[]> {
  let last: string | undefined
  for (;;) {
    const { rows } = await sql<ObjectRow>`
      select id, size_bytes from objects
      where state in ('stored', 'published') and id > ${last ?? '00000000-0000-0000-0000-000000000000'}
      order by id limit ${PAGE}`.execute(db)
    if (rows.length === 0) return
    yield rows
    last = rows.at(-1)?.id
  }
}

async function lookAt(storage: Storage, rows: ObjectRow[]): Promise<Map<string, StoredObject | undefined>> {
  const found = new Map<string, StoredObject | undefined>()
  for (let at = 0; at < rows.length; at += LOOKS_AT_ONCE) {
    const some = rows.slice(at, at + LOOKS_AT_ONCE)
    await Promise.all(some.map(async ({ id }) => found.set(id, await storage.find(id))))
  }
  return found
}

/** Which have not been deleted since they were read. */
async function stillWhole(db: Db, rows: ObjectRow[]): Promise<ObjectRow[]> {
  if (rows.length === 0) return []
  const { rows: left } = await sql<ObjectRow>`
    select id, size_bytes from objects
    where id = any(${rows.map(({ id }) => id)}::uuid[]) and state in ('stored', 'published')
    order by id`.execute(db)
  return left
}

function missing({ id }: ObjectRow): Difference {
  return { line: `object ${id} has no bytes in storage`, repair: (deps) => withoutBytes(deps, id) }
}

function wrongSize({ id, sizeBytes }: ObjectRow, actual: StoredObject): Difference {
  return { line: `object ${id} has ${actual.sizeBytes} bytes in storage instead of ${sizeBytes}` }
}

/** As when somebody reports it, a video whose original is gone is hidden. What can be made or sent again goes. */
async function withoutBytes(deps: RepairDeps, objectId: string): Promise<string> {
  const { db } = deps
  const video = await db.selectFrom('videos').select('id').where('originalId', '=', objectId).executeTakeFirst()
  if (video) {
    await hideVideo(deps, video.id, 'file')
    return `video ${video.id} is hidden now`
  }
  const object = await db.selectFrom('objects').select('state').where('id', '=', objectId).executeTakeFirst()
  if (object?.state !== 'stored') return 'nothing can be done about it here'
  await discardUpload(deps, objectId)
  return 'this unused upload is removed'
}

async function findOrphanBytes({ db, storage }: DoctorDeps): Promise<Difference[]> {
  const found: Difference[] = []
  for await (const keys of pagesOf(storage.list())) {
    for (const key of await unknownKeys(db, keys)) {
      // Bytes go before their row: whatever was deleted since it was listed is gone.
      const object = await storage.find(key)
      if (object) found.push(orphan(key, object))
    }
  }
  return found
}

async function unknownKeys(db: Db, keys: string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys.filter((key) => Id.safeParse(key).success)}::uuid[]) as key
    where not exists (select from objects where objects.id = key)`.execute(db)
  return [...rows.map(({ key }) => key), ...keys.filter((key) => !Id.safeParse(key).success)].toSorted()
}

function orphan(key: string, { sizeBytes, writtenAt }: StoredObject): Difference {
  const line = `storage has ${sizeBytes} bytes as ${key}, which the database does not know`
  if (Date.now() - writtenAt.getTime() < ORPHAN_AFTER_MS) return { line: `${line} (younger than an hour)` }
  return {
    line,
    repair: async ({ db, storage }) => {
      if ((await unknownKeys(db, [key])).length === 0) return 'it does now'
      await storage.remove(key)
      return 'they are removed'
    },
  }
}

async function* pagesOf<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let page: T[] = []
  for await (const item of items) {
    page.push(item)
    if (page.length < PAGE) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

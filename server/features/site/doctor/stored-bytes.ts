import { sql } from 'kysely'
import { NIL_ID } from '../../../db/nil-id.ts'
import { Id } from '../../../../contract/fields.ts'
import { pagesOf } from '../../../concurrency/pages-of.ts'
import type { Db } from '../../../db/connect.ts'
import { pairByKey } from '../../../storage/pair-by-key.ts'
import type { StoredObject } from '../../../storage/storage.ts'
import { purgeUnknownCopy } from '../../../objects/purge-copies.ts'
import { discardUpload } from '../../../objects/objects.queries.ts'
import { hideVideo } from '../../videos/publishing/hide-video.ts'
import type { Difference, DoctorDeps, RepairDeps } from './difference.ts'

/** Number of objects per query. */
export const PAGE = 1_000
/** Age at which bytes must have a row. */
const ORPHAN_AFTER_MS = 60 * 60 * 1000

/**
 * Finds objects without bytes or with bytes of another size, and bytes without an object. Rows and storage are read side
 * by side, both in key order. Each difference is checked again, because the site may be running.
 */
export async function findWrongBytes(deps: DoctorDeps): Promise<Difference[]> {
  const missing: Difference[] = []
  const orphans: Difference[] = []
  let knowsSome = false
  for await (const pairs of pagesOf(pairByKey(objectRows(deps.db), deps.storage.list()), PAGE)) {
    const suspects = pairs.flatMap(([row, stored]) =>
      row?.mustHaveBytes && stored?.sizeBytes !== row.sizeBytes ? [row] : [],
    )
    missing.push(...(await findMissing(deps, suspects)))
    knowsSome ||= pairs.some(([row, stored]) => row && stored)
    const unexpected = pairs.flatMap(([row, stored]) => (row ? [] : [stored.key]))
    orphans.push(...(await findOrphans(deps, unexpected)))
  }
  // If the database belongs to another site, for example a new one, a repair would remove every file.
  return [...missing, ...(knowsSome ? orphans : orphans.map(withoutRepair))]
}

function withoutRepair({ line }: Difference): Difference {
  return { line: `${line} (it knows none of the files: check DATABASE_URL and DATA_DIR)` }
}

interface ObjectRow {
  /** The object's id. */
  key: string
  sizeBytes: number
  /**
   * Whether the object must have bytes in storage. Deleted objects may still have bytes, and pending ones may have them
   * already. Hidden objects are not checked: their video may be hidden because its file is wrong.
   */
  mustHaveBytes: boolean
}

/** Lists objects by id. PostgreSQL sorts UUIDs like their text. */
async function* objectRows(db: Db): AsyncGenerator<ObjectRow> {
  let last = NIL_ID
  for (;;) {
    const { rows } = await sql<ObjectRow>`
      select id as key, size_bytes, state in ('stored', 'published') as must_have_bytes from objects
      where id > ${last} order by id limit ${PAGE}`.execute(db)
    if (rows.length === 0) return
    yield* rows
    last = rows.at(-1)!.key
  }
}

async function findMissing({ db, storage }: DoctorDeps, suspects: ObjectRow[]): Promise<Difference[]> {
  const found: Difference[] = []
  for (const { key: id, sizeBytes } of suspects) {
    const actual = await storage.find(id)
    if (actual?.sizeBytes === sizeBytes || !(await exists(db, id))) continue
    found.push(
      actual
        ? { line: `object ${id} has ${actual.sizeBytes} bytes in storage instead of ${sizeBytes}` }
        : { line: `object ${id} has no bytes in storage`, repair: (repairDeps) => repairMissing(repairDeps, id) },
    )
  }
  return found
}

/** Whether the object still exists and must have bytes. */
async function exists(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from objects where id = ${id} and state in ('stored', 'published')`.execute(db)
  return rows.length > 0
}

/**
 * Hides a video if its original is missing, as `checkVideoFile()` does for an unreadable one. Deletes an unused upload.
 * Other objects cannot be repaired.
 */
async function repairMissing(deps: RepairDeps, objectId: string): Promise<string> {
  const { db } = deps
  const video = await db.selectFrom('videos').select('id').where('originalId', '=', objectId).executeTakeFirst()
  if (video) {
    await hideVideo(deps, video.id, 'file')
    return `video ${video.id} is hidden now`
  }
  const object = await db.selectFrom('objects').select('state').where('id', '=', objectId).executeTakeFirst()
  if (object?.state !== 'stored') return 'it cannot be repaired'
  await discardUpload(deps, objectId)
  return 'this unused upload is removed'
}

async function findOrphans({ db, storage }: DoctorDeps, keys: string[]): Promise<Difference[]> {
  const found: Difference[] = []
  for (const key of keys.length > 0 ? await unknownKeys(db, keys) : []) {
    // The bytes of an object are removed before its row. An object that was deleted since the listing thus has no bytes
    // either.
    const object = await storage.find(key)
    if (object) found.push(describeOrphan(key, object))
  }
  return found
}

async function unknownKeys(db: Db, keys: string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys.filter((key) => Id.safeParse(key).success)}::uuid[]) as key
    where not exists (select from objects where objects.id = key)
      and not exists (select from storage_mark where storage_mark.id = key)`.execute(db)
  return [...rows.map(({ key }) => key), ...keys.filter((key) => !Id.safeParse(key).success)].toSorted()
}

function describeOrphan(key: string, { sizeBytes, writtenAt }: StoredObject): Difference {
  const line = `storage has ${sizeBytes} bytes as ${key}, which the database does not know`
  if (Date.now() - writtenAt.getTime() < ORPHAN_AFTER_MS) return { line: `${line} (younger than an hour)` }
  return {
    line,
    repair: async ({ db, storage, cdn }) => {
      if ((await unknownKeys(db, [key])).length === 0) return 'the database knows them now'
      await storage.remove(key)
      purgeUnknownCopy({ cdn }, key)
      return 'they are removed'
    },
  }
}

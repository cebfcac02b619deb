import { sql } from 'kysely'
import { eachOf } from '../concurrency/each-of.ts'
import { pagesOf } from '../concurrency/pages-of.ts'
import type { Db } from '../db/connect.ts'
import { hasSystemCode } from '../errors/system-error.ts'
import { type ListedObject, ObjectExistsError, type Storage } from '../storage/storage.ts'

const PAGE = 100
const COPIES_AT_ONCE = 4
const MARK = 'mark'

interface Copying {
  db: Db
  from: Storage
  to: Storage
}

/**
 * Copies the published and hidden objects that `to` lacks, while the site is in use. Nothing is removed from `from`,
 * and no progress is recorded. The copying may be stopped at any point. The next call copies the missing objects.
 *
 * @param onSeen Called for each object of `from` once it has been copied or skipped.
 */
export async function copyObjects(
  { db, from, to }: Copying,
  onSeen: (object: ListedObject, isCopied: boolean) => void = () => {},
): Promise<{ copied: number; copiedBytes: number }> {
  const result = { copied: 0, copiedBytes: 0 }
  for await (const page of pagesOf(from.list(), PAGE)) {
    const states = await statesOf(db, page)
    await eachOf(page, COPIES_AT_ONCE, async (object) => {
      const isCopied = isShown(states.get(object.key)) && (await copy({ db, from, to }, object))
      if (isCopied) {
        result.copied++
        result.copiedBytes += object.sizeBytes
      }
      onSeen(object, isCopied)
    })
  }
  return result
}

/** @returns Whether `to` lacked the object. */
async function copy({ db, from, to }: Copying, { key, sizeBytes }: ListedObject): Promise<boolean> {
  const there = await to.find(key)
  if (there?.sizeBytes === sizeBytes) return false
  // An object of another size was not written by this code, which writes an object completely or not at all.
  if (there) await to.remove(key)
  try {
    await to.write(key, from.read(key, { start: 0, end: sizeBytes - 1 }), { maxBytes: sizeBytes })
  } catch (error) {
    const isDone = error instanceof ObjectExistsError
    // The object has since been deleted.
    if (!isDone && !hasSystemCode(error, 'ENOENT')) throw error
  }
  // If the object was deleted during the copying, that deletion did not find it in `to`.
  if (!isShown((await statesOf(db, [{ key }])).get(key))) await to.remove(key)
  return true
}

async function statesOf(db: Db, objects: { key: string }[]): Promise<Map<string, string>> {
  const ids = objects.map(({ key }) => key)
  // The processes of a site use the storage mark to check that they share the same files (`storage-mark.ts`). It has no
  // row in `objects`, and is never removed.
  const { rows } = await sql<{ id: string; state: string }>`
    select id, state from objects where id = any (${ids})
    union all select id, ${MARK} from storage_mark where id = any (${ids})`.execute(db)
  return new Map(rows.map(({ id, state }) => [id, state]))
}

const isShown = (state: string | undefined): boolean => state === 'published' || state === 'hidden' || state === MARK

import { sql } from 'kysely'
import { Id } from '../../../../contract/fields.ts'
import { pagesOf } from '../../../concurrency/pages-of.ts'
import type { Db } from '../../../db/connect.ts'
import { pairByKey } from '../../../storage/pair-by-key.ts'
import type { Storage } from '../../../storage/storage.ts'
import { PAGE } from './stored-bytes.ts'

/**
 * Counts the files that are in `disk` and not in `bucket`: published files and all unpublished uploads. Files of
 * deleted objects do not count.
 */
export async function countOnlyOnDisk({ db, disk, bucket }: { db: Db; disk: Storage; bucket: Storage }) {
  const found = { files: 0, bytes: 0 }
  for await (const page of pagesOf(walkMissing(bucket, disk), PAGE)) {
    const sizes = new Map(page.filter(([key]) => Id.safeParse(key).success))
    const { rows } = await sql<{ id: string }>`
      select id from objects where id = any (${[...sizes.keys()]}::uuid[])
        and state in ('pending', 'stored', 'published', 'hidden')`.execute(db)
    for (const { id } of rows) {
      found.files++
      found.bytes += sizes.get(id) ?? 0
    }
  }
  return found
}

/** Yields key and size of each object that only `disk` has. Both storages list their objects by key. */
async function* walkMissing(bucket: Storage, disk: Storage): AsyncGenerator<[key: string, sizeBytes: number]> {
  for await (const [stored, there] of pairByKey(disk.list(), bucket.list())) {
    if (!there) yield [stored.key, stored.sizeBytes]
  }
  yield* await disk.partSizes()
}

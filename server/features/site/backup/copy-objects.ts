import { constants } from 'node:fs'
import { copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { eachOf } from '../../../concurrency/each-of.ts'
import { hasSystemCode, ignoreMissing } from '../../../errors/system-error.ts'
import { sync } from '../../../storage/disk/disk-files.ts'
import type { Storage } from '../../../storage/storage.ts'
import { partsOf } from './manifest.ts'

/**
 * The first two digits of ids. Objects with the same two digits form a shard. The rows and names of one shard fit in
 * memory, however large the site is.
 */
const SHARDS = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'))
const COPIES_AT_ONCE = 2

interface ObjectRow {
  id: string
  /** Whether the object is immutable. A published object never changes, while an unused upload may. */
  isShown: boolean
  sizeBytes: number
}

export interface ObjectCopies {
  client: pg.Client
  storage: Storage
  /** The backup's folder while it is being made. */
  draft: string
  /** An earlier complete backup. Files that both backups contain are hard-linked. */
  former: string | undefined
}

interface Copied {
  /** Objects whose bytes are not in storage. */
  missing: string[]
  /** Bytes of copied objects. Objects that are linked to a file of the site or of an earlier backup do not count. */
  bytes: number
}

/**
 * Updates the objects of a backup to the current state of the database. It adds missing objects: published ones as links
 * if the file system allows it, unused uploads as copies. It deletes objects that the site no longer has. Repeating it
 * copies only later changes. Each object is complete or absent.
 */
export async function copyObjects(copies: ObjectCopies): Promise<Copied> {
  const done: Copied = { missing: [], bytes: 0 }
  const { objects, uploads } = partsOf(copies.draft)
  for (const shard of SHARDS) {
    const rows = await listObjects(copies.client, shard)
    const { shown = [], unused = [] } = Object.groupBy(rows, ({ isShown }) => (isShown ? 'shown' : 'unused'))
    await fill(join(objects, shard), shown, copies, done)
    await fill(join(uploads, shard), unused, copies, done)
  }
  return done
}

/** Lists the objects of a shard whose bytes are complete. */
async function listObjects(client: pg.Client, shard: string): Promise<ObjectRow[]> {
  const { rows } = await client.query<ObjectRow>(
    `select id, state <> 'stored' as "isShown", size_bytes::float8 as "sizeBytes" from objects
     where id between $1 and $2 and state in ('stored', 'published', 'hidden')`,
    [`${shard}000000-0000-0000-0000-000000000000`, `${shard}ffffff-ffff-ffff-ffff-ffffffffffff`],
  )
  return rows
}

async function fill(folder: string, rows: ObjectRow[], copies: ObjectCopies, done: Copied): Promise<void> {
  const present = new Set(await readdir(folder).catch(ignoreMissing))
  const lacking = rows.filter(({ id }) => !present.delete(id))
  // The remaining files are objects that were deleted or published since, and partial copies from a backup that was cut
  // off.
  for (const name of present) await rm(join(folder, name))
  if (lacking.length === 0) return
  await mkdir(folder, { recursive: true })
  await eachOf(lacking, COPIES_AT_ONCE, (row) => addObject(row, folder, copies, done))
  await sync(folder)
}

async function addObject(row: ObjectRow, folder: string, copies: ObjectCopies, done: Copied): Promise<void> {
  const { id, isShown, sizeBytes } = row
  const target = join(folder, id)
  try {
    if (isShown && (await linkToFormer(row, target, copies.former))) return
    await copies.storage.withFile(id, async (path) => {
      if (isShown && isOnDisk(copies.storage) && (await linkTo(path, target))) return
      await copyFile(path, `${target}.part`, constants.COPYFILE_FICLONE)
      await sync(`${target}.part`)
      await rename(`${target}.part`, target)
      done.bytes += sizeBytes
    })
  } catch (error) {
    if (await copies.storage.find(id)) throw error
    done.missing.push(id)
  }
}

/**
 * Whether objects are files on this server, which may be linked. An object from another server was never synced to this
 * disk. It is copied, and the copy is synced.
 */
const isOnDisk = ({ signedPath }: Storage): boolean => signedPath === undefined

async function linkToFormer({ id, sizeBytes }: ObjectRow, target: string, former?: string): Promise<boolean> {
  if (!former) return false
  const path = join(partsOf(former).objects, id.slice(0, 2), id)
  const found = await stat(path).catch(() => undefined)
  return found?.size === sizeBytes && linkTo(path, target)
}

/** Makes a hard link. @returns `false` if the file system or the file's owner does not allow it. */
async function linkTo(path: string, target: string): Promise<boolean> {
  try {
    await link(path, target)
    return true
  } catch (error) {
    if (hasSystemCode(error, 'ENOENT')) throw error
    return false
  }
}

import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { sql, type ControlledTransaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import { objectAt } from '../../../objects/object-address.ts'
import type { Deps } from '../../../setup/deps.ts'
import { requireAccount } from '../settings/account.queries.ts'
import { ZipArchive, type ZipEntry } from '../../../zip/zip-archive.ts'
import type { AccountFile } from './account-file.ts'
import { accountFiles, readme } from './account-files.ts'
import { bufferEntry, type OpenArchive } from './open-originals.ts'

/** Maximum size of an archive that is kept in memory. Its transaction ends before anything is sent. */
const KEPT_MAX_BYTES = 8 * 1024 * 1024
/**
 * Maximum time to send an archive larger than `KEPT_MAX_BYTES`, in milliseconds. Meanwhile the archive occupies one of
 * the few database connections and holds a snapshot, which delays PostgreSQL's clean-up.
 */
const LARGE_MAX_MS = 30 * 60_000
const ROWS_AT_ONCE = 250

/**
 * Opens an archive of an account's data as of one moment. The rows are read once to measure each file. If they are too
 * large for memory, they are read again from the same snapshot while they are sent.
 */
export async function openAccount(
  { db, storage, config }: Pick<Deps, 'db' | 'storage' | 'config'>,
  userId: string,
): Promise<OpenArchive> {
  const at = new Date()
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    const { entries, isSnapshotNeeded } = await entriesOf(tx, userId, at)
    const picture = await pictureOf({ db: tx, storage }, userId, at)
    if (isSnapshotNeeded) await sql`set local idle_in_transaction_session_timeout = '5min'`.execute(tx)
    else await tx.rollback().execute()
    const readMe = bufferEntry('README.txt', readme({ site: config.publicUrl, at }), at)
    const archive = new ZipArchive([readMe, ...entries, ...picture])
    return {
      sizeBytes: archive.sizeBytes,
      read: (range) => archive.read(range),
      close: async () => {
        if (!tx.isRolledBack) await tx.rollback().execute()
      },
    }
  } catch (error) {
    if (!tx.isRolledBack) await tx.rollback().execute()
    throw error
  }
}

async function entriesOf(tx: Snapshot, userId: string, at: Date) {
  const measured = []
  const kept = new Map<AccountFile, Buffer[]>()
  let totalBytes = 0
  for (const file of accountFiles) {
    const before = totalBytes
    const pieces: Buffer[] = []
    let checksum = 0
    for await (const piece of piecesOf(tx, userId, file)) {
      totalBytes += piece.length
      checksum = crc32(piece, checksum)
      if (totalBytes <= KEPT_MAX_BYTES) pieces.push(piece)
      else kept.clear()
    }
    measured.push({ file, sizeBytes: totalBytes - before, checksum })
    if (totalBytes <= KEPT_MAX_BYTES) kept.set(file, pieces)
  }
  const isSnapshotNeeded = totalBytes > KEPT_MAX_BYTES
  const deadline = at.getTime() + LARGE_MAX_MS
  const entries = measured.map(({ file, sizeBytes, checksum }): ZipEntry => {
    const { name } = file
    const read = isSnapshotNeeded
      ? () => piecesOf(tx, userId, file, deadline)
      : () => Readable.from(kept.get(file) ?? [])
    return { name, modifiedAt: at, sizeBytes, checksum: () => checksum, read }
  })
  return { entries, isSnapshotNeeded }
}

type Snapshot = ControlledTransaction<Database>

/** Yields a file's bytes, some rows at a time. */
async function* piecesOf(
  tx: Snapshot,
  userId: string,
  { name, query, present }: AccountFile,
  deadline = Infinity,
): AsyncGenerator<Buffer> {
  const isLines = name.endsWith('.ndjson')
  await sql`declare exported no scroll cursor for ${query(userId)}`.execute(tx)
  for (;;) {
    if (Date.now() > deadline) throw new Error('An export took so long that its snapshot was given up')
    const { rows } = await sql`fetch ${sql.lit(ROWS_AT_ONCE)} from exported`.execute(tx)
    const texts = rows.map((row) => `${JSON.stringify(present ? present(row) : row, null, isLines ? undefined : 2)}\n`)
    if (texts.length > 0) yield Buffer.from(texts.join(''))
    if (texts.length < ROWS_AT_ONCE) break
  }
  await sql`close exported`.execute(tx)
}

/** Reads the profile picture into memory. The server has made it, so it is small. */
async function pictureOf({ db, storage }: Pick<Deps, 'db' | 'storage'>, userId: string, at: Date): Promise<ZipEntry[]> {
  const account = await db.selectFrom('users').select('avatarUrl').where('id', '=', userId).executeTakeFirst()
  const { avatarUrl } = requireAccount(account)
  const id = objectAt(avatarUrl)?.id
  const stored = id === undefined ? undefined : await storage.find(id)
  if (id === undefined || !stored) return []
  const bytes: AsyncIterable<Buffer> = storage.read(id, { start: 0, end: stored.sizeBytes - 1 })
  return [bufferEntry('picture.webp', Buffer.concat(await Array.fromAsync(bytes)), at)]
}

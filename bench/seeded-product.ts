import { createHash, createHmac, randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { startProduct, type Product } from '../e2e/support/servers/server.ts'
import { connect, type Db } from '../server/db/connect.ts'
import { migrateToLatest } from '../server/db/prepare/migrate.ts'
import { findRunningPostgres, startEmbeddedPostgres } from '../server/embedded/postgres.ts'
import { DiskStorage } from '../server/storage/disk/disk-storage.ts'
import { type Cursor, encodeCursor } from '../server/http/cursor.ts'
import { connectOnce } from './support/connect.ts'
import { scratchFolder } from './support/scratch.ts'
import { seed, type Size } from './support/seed.ts'

/** The server on a filled embedded database with its usual settings. */
export interface SeededProduct extends Product {
  port: number
  databaseUrl: string
  /** Session cookies, one for each of `userIds`. */
  cookies: string[]
  /** Ids of videos, spread over the whole site. */
  videoIds: string[]
  /** Ids of videos with comments. */
  commentedIds: string[]
  /** Cursors of the feed, spread over its whole length, and the times and ids in them. */
  cursors: (Cursor & { cursor: string })[]
  userIds: string[]
}

const SAMPLE = 2_000
const PEOPLE = 64

/**
 * Starts the server on a filled database.
 *
 * @param keptIn Folder that keeps the filled database for the next run. Without a folder, the database is removed at
 *   the end.
 */
export async function startSeededProduct(size: Size, keptIn?: string): Promise<SeededProduct> {
  await using started = new AsyncDisposableStack()
  const folder = keptIn ?? started.use(scratchFolder()).path
  const dataDir = join(folder, `${size.videos}-videos`)
  mkdirSync(dataDir, { recursive: true })
  // If root starts PostgreSQL, it runs as another user, who must be able to enter.
  for (const each of [folder, dataDir]) chmodSync(each, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir, log: console.log })
  started.defer(() => postgres.stop())
  const secret = randomBytes(32).toString('hex')
  await fill(dataDir, postgres.url, size)
  const sampled = await sample(postgres.url, secret)
  // A database that is kept starts only with the folder of its files.
  const product = await startProduct({ DATABASE_URL: postgres.url, SESSION_SECRET: secret, DATA_DIR: dataDir })
  started.defer(() => product.stop())
  const running = started.move()
  return {
    ...product,
    port: Number(new URL(product.url).port),
    databaseUrl: postgres.url,
    ...sampled,
    stop: () => running.disposeAsync(),
  }
}

async function fill(dataDir: string, url: string, size: Size): Promise<void> {
  await using db = connect(url)
  await migrateToLatest(db)
  const { videos } = await db
    .selectFrom('videos')
    .select(({ fn }) => fn.countAll<number>().as('videos'))
    .executeTakeFirstOrThrow()
  if (videos > 0) return
  console.log(
    `Filling the database: ${Object.entries(size)
      .map(([name, n]) => `${n.toLocaleString('en')} ${name}`)
      .join(', ')}`,
  )
  await seed(findRunningPostgres(dataDir, 'superuser') ?? url, size)
  await storeFirstObject(db, dataDir)
}

/** Stores the bytes of one object, because a server starts only with some of its site's files. */
async function storeFirstObject(db: Db, dataDir: string): Promise<void> {
  const shown = db.selectFrom('objects').select('id').where('state', '=', 'published')
  const { id } = await shown.orderBy('id').limit(1).executeTakeFirstOrThrow()
  const storage = await DiskStorage.open(join(dataDir, 'objects'))
  await storage.write(id, Readable.from([Buffer.alloc(1)]), { maxBytes: 1 })
}

async function sample(url: string, secret: string) {
  await using client = await connectOnce(url)
  const ids = async (sql: string) => (await client.query<{ id: string }>(sql)).rows.map(({ id }) => id)
  const userIds = await ids(`select id from users order by user_number limit ${PEOPLE}`)
  const rows = await client.query<Cursor>(
    `select id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt"
     from videos where not is_hidden order by random() limit ${SAMPLE}`,
  )
  const cursors = rows.rows.map((end) => ({ ...end, cursor: encodeCursor(end) }))
  const cookies: string[] = []
  for (const [i, id] of userIds.entries()) cookies.push(await signIn(client, secret, id, i))
  const commentedIds = await ids(
    `select id from videos where comments_count >= 20 and not is_hidden order by random() limit ${SAMPLE}`,
  )
  return { userIds, cookies, videoIds: rows.rows.map(({ id }) => id), commentedIds, cursors }
}

/** Inserts a session as the server would create it, because hashing sixty passwords is slow. */
async function signIn(client: pg.Client, secret: string, userId: string, n: number): Promise<string> {
  const sid = `bench${n}`.padEnd(32, '-')
  const maxAge = 24 * 60 * 60 * 1000
  const expires = new Date(Date.now() + maxAge)
  const cookie = { expires, originalMaxAge: maxAge, secure: false, httpOnly: true, path: '/', sameSite: 'lax' }
  await client.query(
    `insert into sessions (sid, sess, expire, user_id) values ($1, $2, $3, $4)
     on conflict (sid) do update set expire = excluded.expire, sess = excluded.sess, user_id = excluded.user_id`,
    [createHash('sha256').update(sid).digest('base64url'), { cookie, userId }, expires, userId],
  )
  const signature = createHmac('sha256', secret).update(sid).digest('base64').replace(/=+$/, '')
  return `reverie=${encodeURIComponent(`${sid}.${signature}`)}`
}

/** Tests that reads use replicas, and that users always see their own changes there. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OwnUser } from '../../../contract/account/users.ts'
import { buildApp } from '../../app.ts'
import { startThrowawayPostgres } from '../../test/servers/throwaway-postgres.ts'
import { encodeCursor } from '../../http/cursor.ts'
import { type Signals, startSignals } from '../../signals/signals.ts'
import { databaseAt } from '../../test/database/database-at.ts'
import { executeOnce } from '../../test/database/execute-once.ts'
import { type Standby, startStandby } from '../../test/servers/standby.ts'
import { callerOf, insertVideos, signUp, testApp, type Caller } from '../../test/test-app.ts'
import type { Db } from '../connect.ts'
import { connectPatiently } from '../../test/connect-patiently.ts'
import { migrateToLatest } from '../prepare/migrate.ts'
import { type ReadShared, Replicas } from './replicas.ts'

/** Number of reads, and of reads per change. */
const READS = 300
const READS_A_CHANGE = 60
/** Minimum share of the reads that a replica must serve once it has caught up. */
const SHARE_MIN = 0.8
/** Number of changes for each delay: `OWN_CHANGES=1000` makes a thousand. */
const CHANGES = Number(process.env['OWN_CHANGES'] ?? 100)

const t = testApp()
let primary: Awaited<ReturnType<typeof startThrowawayPostgres>>
let standby: Standby
let db: Db
let signals: Signals
let replicas: Replicas
let app: FastifyInstance
let author: Caller
let user: OwnUser
let videoIds: string[]
const logged: string[] = []
/** Number of reads by server. */
const served = { primary: 0, replica: 0 }

beforeAll(async () => {
  primary = await startThrowawayPostgres()
  await executeOnce(primary.url, 'create database reverie')
  // On a real server this setting is on, too. Without it, the log would be written and sent only five times a second.
  await executeOnce(primary.url, 'alter database reverie set synchronous_commit = on')
  const url = databaseAt(primary.url, 'reverie')
  db = connectPatiently(url)
  await migrateToLatest(db)
  standby = await startStandby(url)
  replicas = await Replicas.follow(db, [standby.url], { poolSize: 4, warn: (line) => logged.push(line) })
  signals = await startSignals(url, db, console, replicas)
  const readShared: ReadShared = (read) =>
    replicas.read((used) => {
      served[used === db ? 'primary' : 'replica']++
      return read(used)
    })
  const deps = { ...t.deps, db, signals, readShared }
  app = await buildApp(deps)
  ;({ user, caller: author } = await signUp(app))
  videoIds = await insertVideos({ ...t, db, deps }, user.id, 20)
})
afterAll(async () => {
  await app.close()
  await signals.stop()
  await replicas.stop()
  await db.destroy()
  await standby.stop()
  await primary.stop()
})

test('a replica that has caught up serves at least 80 % of list reads', async () => {
  await caughtUp()
  const before = { ...served }
  for (let n = 0; n < READS; n++) {
    if (n % READS_A_CHANGE === 0) {
      await ownWrites[n % ownWrites.length]!()
      await caughtUp()
    }
    const reply = await callerOf(app).get(freshList(n))
    expect(reply.statusCode).toBe(200)
  }
  const fromReplica = served.replica - before.replica
  const all = fromReplica + served.primary - before.primary
  console.log(`${fromReplica} of ${all} reads came from the replica`)
  expect(fromReplica / all).toBeGreaterThanOrEqual(SHARE_MIN)
})

// With the first delay, the replica is never used, because it is too far behind. With the second delay, it is used
// once it has the reader's changes.
for (const delay of ['5s', '500ms']) {
  test(`with a replica ${delay} behind, authors see each of ${CHANGES} changes at once`, async () => {
    await standby.set('recovery_min_apply_delay', delay)
    for (let n = 0; n < CHANGES; n++) {
      const isSeen = await ownWrites[n % ownWrites.length]!()
      expect([n, await isSeen()]).toEqual([n, true])
    }
    await standby.set('recovery_min_apply_delay', '0')
    await caughtUp()
  })
}

test('a new account is found at once, although the replica does not have it yet', async () => {
  await standby.set('recovery_min_apply_delay', '500ms')
  await caughtUp()
  const fields = { email: `${fresh()}@example.org`, password: 'secret1' }
  const { id } = (await done(callerOf(app).post('/api/register', fields))).json<OwnUser>()
  expect((await author.get(`/api/users/${id}`)).statusCode).toBe(200)
  await standby.set('recovery_min_apply_delay', '0')
  await caughtUp()
})

test('a replica that lacks a change for two seconds serves no reads', async () => {
  await caughtUp()
  await standby.pause()
  await sql`create table changed_by_others ()`.execute(db)
  await expect.poll(() => logged.at(-1)).toMatch(/is more than two seconds behind/)
  expect(await isReadFromPrimary()).toBe(true)
  await standby.resume()
  await caughtUp()
  await expect.poll(() => logged.at(-1)).toMatch(/has caught up/)
})

test('a read that a replica cannot finish is repeated on the primary, unless its time limit ended it', async () => {
  await caughtUp()
  const asked: Db[] = []
  const failOnce = (code: string) => async (from: Db) => {
    asked.push(from)
    if (from !== db) throw Object.assign(new Error('failed'), { code })
    return 'read'
  }
  expect(await replicas.read(failOnce('40001'))).toBe('read')
  expect(asked).toEqual([expect.not.toSatisfy((from) => from === db), db])
  await expect(replicas.read(failOnce('57014'))).rejects.toThrow('failed')
})

test('without the replica everything works, and its absence is reported', async () => {
  await caughtUp()
  await standby.stop()
  for (let n = 0; n < 10; n++) expect((await callerOf(app).get(freshList(n))).statusCode).toBe(200)
  await expect.poll(() => logged.at(-1)).toMatch(/^The replica 127\.0\.0\.1:\d+ does not answer/)
})

/** Waits until the replica serves again, which needs no further change. */
async function caughtUp(): Promise<void> {
  await expect.poll(isReadFromPrimary).toBe(false)
}

const isReadFromPrimary = () => replicas.read(async (from) => from === db)

let lists = 0
/**
 * Returns the address of a list of all videos, of comments, or of a creator's videos, in turn. It differs each time,
 * because a recent page may come from the cache.
 */
function freshList(n: number): string {
  const cursor = encodeCursor({ createdAt: new Date(2_000_000_000_000 + ++lists).toISOString(), id: randomUUID() })
  const list = ['/api/videos', `/api/videos/${videoIds[0]}/comments`, `/api/videos/user/${user.id}`][n % 3]!
  return `${list}?limit=7&cursor=${cursor}`
}

let made = 0
const fresh = () => `fresh${++made}x${randomUUID().slice(0, 8)}`
const video = () => videoIds[made % videoIds.length]!
const has = async (url: string, text: string) => (await author.get(url)).body.includes(text)

async function done(sent: Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse> {
  const reply = await sent
  if (reply.statusCode >= 300) throw new Error(`A change failed: ${reply.body}`)
  return reply
}

/** Each function makes a kind of change, and returns a function that checks whether the author sees the change. */
const ownWrites: (() => Promise<() => Promise<boolean>>)[] = [
  async () => {
    const [id, title] = [video(), fresh()]
    await done(author.patch(`/api/videos/${id}`, { title }))
    return async () => (await has(`/api/videos/${id}`, title)) && (await has('/api/videos?limit=100', title))
  },
  async () => {
    const [id, text] = [video(), fresh()]
    await done(author.post(`/api/videos/${id}/comments`, { text }))
    return () => has(`/api/videos/${id}/comments`, text)
  },
  async () => {
    const displayName = fresh()
    await done(author.put(`/api/users/${user.id}`, { displayName }))
    return async () => (await has(`/api/users/${user.id}`, displayName)) && (await has('/api/creators', displayName))
  },
  async () => {
    const id = video()
    const { likesCount } = (await author.get(`/api/videos/${id}`)).json<{ likesCount: number }>()
    const like = `/api/videos/${id}/like`
    await done(likesCount > 0 ? author.delete(like) : author.post(like))
    const expected = `"likesCount":${likesCount > 0 ? 0 : 1}`
    return () => has(`/api/videos/${id}`, expected)
  },
  async () => {
    const id = video()
    const written = await done(author.post(`/api/videos/${id}/comments`, { text: fresh() }))
    const comment = written.json<{ id: string }>()
    await done(author.delete(`/api/comments/${comment.id}`))
    return async () => !(await has(`/api/videos/${id}/comments?limit=100`, comment.id))
  },
]

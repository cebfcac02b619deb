import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, startProduct } from '../../../../e2e/support/servers/server.ts'
import { hasSystemCode } from '../../../errors/system-error.ts'
import { DiskStorage } from '../../../storage/disk/disk-storage.ts'
import { testApp } from '../../../test/test-app.ts'
import { sharedFolder } from '../../../test/test-folder.ts'
import { findDifferences } from '../../site/doctor/find-differences.ts'
import { sweepObjects } from '../../../objects/sweep-objects.ts'
import { bytesOfClip } from '../../../test/media/generated-clip.ts'
import { seeded } from '../../../test/media/mutations.ts'
import { keysIn } from '../../../test/storage-with.ts'
import { sizeOf } from '../../../test/run-size.ts'

const CLIPS_AT_ONCE = 4
/** Maximum number of kills while one clip is rendered. A step is tried three times, so one attempt is always left. */
const KILLS_OF_A_CLIP_MAX = 2
const DELAY_MAX_MS = 250
/** Maximum milliseconds for interrupted work to resume and finish on a slow machine. */
const TIMEOUT_MS = 300_000

/** One of `serverEvery` kills hits the server. The others hit media children of the server. */
const { count, serverEvery } = sizeOf({ quick: { count: 1, serverEvery: 2 }, deep: { count: 20, serverEvery: 5 } })

const t = testApp()
const dataDir = sharedFolder()
const clip = bytesOfClip({ width: 96, height: 64, seconds: 0.3, muxer: 'matroska', audio: { tracks: 1 } })
let product: Product
beforeAll(async () => {
  product = await start()
})
afterAll(() => product.stop())

test(`${count} kills of the server or its media children leave each clip ready, each file once`, async () => {
  await killAtRandom()
  await expectWhole()
})

function start(): Promise<Product> {
  return startProduct({ DATA_DIR: dataDir, DATABASE_URL: t.databaseUrl, SESSION_SECRET: 'x'.repeat(32) })
}

/** Uploads clips so that a few are always being rendered, and kills processes during that time. */
async function killAtRandom(): Promise<void> {
  const random = seeded(9)
  const cookie = await signUp()
  const killsOf = new Map<string, number>()
  const mayDie = (originals: string[]) =>
    originals.length > 0 && originals.every((id) => (killsOf.get(id) ?? 0) < KILLS_OF_A_CLIP_MAX)
  for (let kills = 0; kills < count;) {
    // One at a time: a clip may be finished before the next is published, so there may never be as many as wanted.
    if ((await unfinished()) < CLIPS_AT_ONCE) await publishClip(cookie)
    await new Promise((resolve) => setTimeout(resolve, random(DELAY_MAX_MS)))
    const killsServer = kills % serverEvery === serverEvery - 1
    const died = killsServer ? await killServer(mayDie) : await killChild(mayDie)
    for (const id of died) killsOf.set(id, (killsOf.get(id) ?? 0) + 1)
    if (died.length > 0) kills++
  }
}

async function expectWhole(): Promise<void> {
  await expect.poll(unfinished, { timeout: TIMEOUT_MS, interval: 200 }).toBe(0)
  const videos = await t.rows('videos')
  expect(videos.filter(({ status, streamFailure }) => status !== 'ready' || streamFailure)).toEqual([])
  await expect.poll(mediaChildren, { timeout: TIMEOUT_MS }).toEqual([])

  const storage = await DiskStorage.open(join(dataDir, 'objects'), { isShared: true })
  // The sweep removes the unfinished object of an interrupted poster once it is a day old.
  await sql`update objects set created_at = created_at - interval '1 day' where state = 'pending'`.execute(t.db)
  await sweepObjects({ db: t.db, storage })
  const objects = await t.rows('objects')
  // The expected objects: original, poster and preview; main playlist, variant playlist and variant.
  expect(objects).toHaveLength(videos.length * 6)
  expect(objects.filter(({ state }) => state !== 'published')).toEqual([])
  expect(await findDifferences({ db: t.db, storage })).toEqual([])
  expect(await keysIn(storage)).toEqual(objects.map(({ id }) => id).toSorted())
  // Fingerprints are still taken after a clip is ready, so a child may be at work.
  await expect.poll(() => readdir(join(dataDir, 'work')), { timeout: TIMEOUT_MS }).toEqual([])
}

type Judge = (originals: string[]) => boolean

interface Child {
  pid: number
  /** The id of the object that the process reads. */
  original: string
}

/** Returns the media children of all processes of this test's server. */
async function mediaChildren(): Promise<Child[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      const path = /"filePath":"([^"]+)"/.exec(command)?.[1]
      return path?.startsWith(dataDir) ? [{ pid: Number(pid), original: basename(path) }] : []
    }),
  )
  return found.flat()
}

/** @returns Ids of the originals whose rendering was interrupted. */
async function killChild(mayDie: Judge): Promise<string[]> {
  const victim = (await mediaChildren()).find(({ original }) => mayDie([original]))
  if (!victim) return []
  try {
    process.kill(victim.pid, 'SIGKILL')
  } catch (error) {
    if (!hasSystemCode(error, 'ESRCH')) throw error
  }
  return [victim.original]
}

/**
 * Stops the process before killing it, so that its current work is known. A job also counts as interrupted if it has no
 * child process at that moment.
 */
async function killServer(mayDie: Judge): Promise<string[]> {
  const held = product
  process.kill(held.pid, 'SIGSTOP')
  const { rows } = await sql<{ originalId: string }>`
    select original_id from pgboss.job join videos on videos.id = (data->>'videoId')::uuid
    where state = 'active'`.execute(t.db)
  const originals = rows.map(({ originalId }) => originalId)
  if (!mayDie(originals)) {
    process.kill(held.pid, 'SIGCONT')
    return []
  }
  process.kill(held.pid, 'SIGKILL')
  await held.stop()
  // Simulates the time after which a worker without a heartbeat counts as dead.
  await sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`.execute(t.db)
  product = await start()
  return originals
}

/** Counts the clips that lack a poster, a preview or a stream. After an interruption, the poster may be the last. */
async function unfinished(): Promise<number> {
  const { rows } = await sql`
    select from videos
    where status = 'processing' or (status = 'ready' and stream_id is null and stream_failure is null)`.execute(t.db)
  return rows.length
}

async function signUp(): Promise<string> {
  const reply = await send('POST', '/api/register', { email: 'killer@example.org', password: 'a good secret' })
  return (reply.headers.getSetCookie()[0] ?? '').replace(/;.*/, '')
}

async function publishClip(cookie: string): Promise<void> {
  const { uploadURL } = (await (await send('POST', '/api/objects/upload', undefined, cookie)).json()) as {
    uploadURL: string
  }
  // The port changes after each start.
  const { pathname, search } = new URL(uploadURL)
  const stored = await fetch(product.url + pathname + search, { method: 'PUT', body: new Uint8Array(clip) })
  expect(stored.status).toBe(200)
  const videoUrl = product.url + pathname
  expect((await send('POST', '/api/videos', { title: 'x', toolUsed: 'other', videoUrl }, cookie)).status).toBe(201)
}

function send(method: string, path: string, body?: object, cookie = ''): Promise<Response> {
  return fetch(product.url + path, {
    method,
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
}

import { once } from 'node:events'
import { truncate } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { readZip } from '../../../test/read-zip.ts'
import { stopClock } from '../../../test/stop-clock.ts'
import { sampleClip } from '../../../test/media/sample-clips.ts'
import { insertVideos, type Caller, testApp } from '../../../test/test-app.ts'
import { linesOf, partOf, planOf } from './export.fixture.ts'

/** More bytes than a connection buffers while the client does not read. */
const CLIP_BYTES = 24 * 1024 * 1024
/** Number of events whose file is larger than the memory limit of an archive plus a connection's buffers. */
const EVENTS = 60_000

const t = testApp()
beforeAll(async () => {
  await t.app.listen({ port: 0, host: '127.0.0.1' })
})

interface Downloader {
  id: string
  caller: Caller
  /** Objects of the account's clips, in the order of a part. */
  objectIds: string[]
  /** Sends a request over a connection of its own. The reply is not read until the test reads it. */
  ask(url: string): Promise<IncomingMessage>
}

async function signUpWithClips(count: number): Promise<Downloader> {
  const { user, caller } = await t.signUp()
  if (count > 0) await insertVideos(t, user.id, count)
  const clips = await t.rows('videos', { userId: user.id }, 'createdAt')
  for (const { originalId } of clips) {
    await t.deps.storage.writeFile(originalId, sampleClip('plain-h264.mp4'))
    await t.deps.storage.withFile(originalId, (path) => truncate(path, CLIP_BYTES))
  }
  return {
    id: user.id,
    caller,
    objectIds: clips.map(({ originalId }) => originalId),
    async ask(url) {
      const request = get(t.app.listeningOrigin + url, { headers: { cookie: caller.cookie }, agent: false })
      request.on('error', () => {})
      const [reply] = (await once(request, 'response')) as [IncomingMessage]
      return reply
    },
  }
}

/** Returns the number of export transactions that run a statement or wait for their client. */
const openTransactions = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and xact_start is not null and query ~ ' exported( |$)'
      and pid <> pg_backend_pid()`.execute(t.db)
  return rows[0]?.count
}

test('each person may download one part at a time within a shared limit', async () => {
  stopClock()
  const [first, second, third] = [await signUpWithClips(1), await signUpWithClips(1), await signUpWithClips(1)]
  const [part, account] = [await partOf(first.caller, 1), await partOf(first.caller, 0)]
  const lost = await first.ask(part.url)
  expect((await planOf(first.caller)).underWay).toBe(1)
  const refused = await first.caller.get(account.url)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
  expect(refused.json()).toMatchObject({
    message: 'Another part is still downloading. Start this one when it’s done.',
  })

  const [anew, ...ranges] = await Promise.all(Array.from({ length: 4 }, () => first.ask(part.url)))
  await expect(buffer(lost)).rejects.toThrow('aborted')
  const other = await second.ask((await partOf(second.caller, 1)).url)
  const url = (await partOf(third.caller, 1)).url
  const tooMany = await third.ask(url)
  expect(tooMany.statusCode).toBe(429)
  expect(await text(tooMany)).toContain('Too many downloads are in progress right now.')

  expect((await readZip(await buffer(anew!))).size).toBe(1)
  for (const range of ranges) range.destroy()
  await expect.poll(async () => (await planOf(first.caller)).underWay).toBe(null)
  other.destroy()
  await expect.poll(async () => (await planOf(second.caller)).underWay).toBe(null)
  const atLast = await third.ask(url)
  expect(atLast.statusCode).toBe(200)
  atLast.destroy()
  await expect.poll(async () => (await planOf(third.caller)).underWay).toBe(null)
})

test('of many concurrent downloads of an account, the newest replaces all others before their first byte', async () => {
  const { caller } = await signUpWithClips(0)
  const { url } = await partOf(caller, 0)
  const alone = await t.countQueries(() => caller.get(url))
  const ask = () => Promise.all(Array.from({ length: 20 }, () => caller.get(url)))
  const { promise: replied, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof ask>>>()
  // Each archive that is opened occupies a connection to the database.
  expect(await t.countQueries(async () => resolve(await ask()))).toBeLessThan(5 * alone)
  const replies = await replied
  expect(replies.pop()?.statusCode).toBe(200)
  for (const replaced of replies) {
    expect([replaced.statusCode, replaced.headers['content-type']]).toEqual([429, 'application/json; charset=utf-8'])
    expect(replaced.json()).toMatchObject({ code: 'RATE_LIMITED' })
  }
})

test('HEAD of a part does not end a running download of it', async () => {
  const { caller } = await t.signUp()
  const { url } = await partOf(caller, 0)
  const replies = await Promise.all([caller.get(url), caller.inject({ method: 'HEAD', url })])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
})

test('deleting a clip’s file during a download ends the download', async () => {
  const { caller, ask, objectIds } = await signUpWithClips(2)
  const { url } = await partOf(caller, 1)
  const reply = await ask(url)
  await t.deps.storage.remove(objectIds[1]!)
  await expect(buffer(reply)).rejects.toThrow('aborted')
  await expect.poll(async () => (await planOf(caller)).underWay).toBe(null)
  expect([...(await readZip(await buffer(await ask(url)))).keys()]).toContain('MISSING.txt')
})

test('an export of an account that is too large for memory shows the account at one moment', async () => {
  const { id, caller, ask } = await signUpWithClips(0)
  await sql`
    insert into account_events (user_id, kind, detail, at)
    select ${id}, 'password-changed', repeat('x', 200), now() - n * interval '1 second'
    from generate_series(1, ${EVENTS}) n`.execute(t.db)
  const { url } = await partOf(caller, 0)

  const left = await ask(url)
  await expect.poll(openTransactions).toBe(1)
  left.destroy()
  await expect.poll(openTransactions).toBe(0)

  const reply = await ask(url)
  await t.db.deleteFrom('accountEvents').where('userId', '=', id).execute()
  const bytes = await buffer(reply)
  expect(bytes.length).toBe(Number(reply.headers['content-length']))
  const files = new Map([...(await readZip(bytes))].map(([name, file]) => [name, file.bytes]))
  const events = linesOf(files, 'account-events.ndjson')
  expect(events.length).toBe(EVENTS)
  expect(new Set(events.map(({ at }) => at)).size).toBe(EVENTS)
  await expect.poll(openTransactions).toBe(0)
})

test('repeated requests for the size of a part delay only the person who sends them', async () => {
  const [{ user, caller }, other] = [await t.signUp(), await t.signUp()]
  await insertVideos(t, user.id, 1)
  const { url } = await partOf(caller, 1)
  const { promise: found, resolve } = Promise.withResolvers<undefined>()
  const find = vi.spyOn(t.deps.storage, 'find').mockReturnValue(found)
  onTestFinished(() => find.mockRestore())
  const sent = Array.from({ length: 12 }, () => caller.inject({ method: 'HEAD', url }))
  const refused = await Promise.race(sent)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
  expect((await planOf(other.caller)).parts).toHaveLength(1)
  resolve(undefined)
  const statuses = (await Promise.all(sent)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(11)
})

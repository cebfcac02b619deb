import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import type { Overview } from '../../../../contract/site/overview.ts'
import type { AdminPerson } from '../../../../contract/site/people.ts'
import type { OwnStorage } from '../../../../contract/videos/uploads.ts'
import { signInOn } from '../../../test/clients/devices.ts'
import {
  type Caller,
  jobOf,
  type Person,
  publish,
  refusalOf,
  testApp,
  type TestApp,
  testPerson,
  upload,
} from '../../../test/test-app.ts'
import { sampleClip } from '../../../test/media/sample-clips.ts'
import { makePoster, makePreview, makeStream } from '../renditions/render.jobs.ts'
import { testFolder } from '../../../test/test-folder.ts'
import { askForUpload, tusCalls } from '../../../test/uploads.ts'

const MB = 1024 ** 2
const GB = 1024 ** 3

/** Two processes of one site, and a site whose files are in a bucket. */
const a = testApp({ isOneOfMany: true })
const b = testApp({ isOneOfMany: true, beside: a })
const bucket = testApp({ files: 'bucket' })
const admin = testPerson(a, { role: 'admin' })
beforeEach(async () => {
  await a.db.deleteFrom('siteSettings').execute()
  await a.change('users', {}, { storageLimitGb: null })
})

/** Signs up a person whose published files have this size. */
async function personWith(sizeBytes: number): Promise<Person> {
  const person = await a.signUp()
  await a.insert('objects', { ownerId: person.user.id, state: 'published', contentType: 'video/mp4', sizeBytes })
  return person
}

const setSite = (storageLimitGb: unknown) => admin.caller.patch('/api/site-settings', { storageLimitGb })
const setOwn = (id: string, storageLimitGb: unknown) =>
  admin.caller.put(`/api/people/${id}/storage-limit`, { storageLimitGb })
const ask = (caller: Caller) => caller.post('/api/objects/upload')
const storageOf = async (caller: Caller) => (await caller.get('/api/storage')).json<OwnStorage>()

const advice = 'Delete clips to make room, or ask the site’s admins for more.'

const accepted = { statusCode: 200, message: undefined }
const refused = (usage: string) => ({ statusCode: 409, message: `You’ve used ${usage}. ${advice}` })

test.each([
  ['nothing stored', 0, null, accepted],
  ['a byte left', 10 * GB - 1, null, accepted],
  ['no byte left', 10 * GB, null, refused('10 of 10 GB')],
  ['more stored than allowed', 12.5 * GB, null, refused('12.5 of 10 GB')],
  ['an own limit above that of the site', 12.5 * GB, 13, accepted],
  ['an own limit below that of the site', 9.75 * GB, 9, refused('9.7 of 9 GB')],
])('with %s (%d bytes, own limit %s), the next upload gets %j', async (_, bytes, own, { statusCode, message }) => {
  const { user, caller } = await personWith(bytes)
  expect((await setOwn(user.id, own)).json()).toEqual({ storageLimitGb: own })
  const reply = await ask(caller)
  expect(refusalOf(reply)).toEqual([statusCode, message])
  expect(await storageOf(caller)).toEqual({ usedBytes: bytes, limitBytes: (own ?? 10) * GB })
})

test('a changed limit applies to the next upload in every process', async () => {
  const { user, caller } = await personWith(3 * GB)
  const there = await signInOn(b, user.email)
  const statuses = async () => [(await ask(caller)).statusCode, (await ask(there)).statusCode]
  expect(await statuses()).toEqual([200, 200])
  await setSite(3)
  expect(await statuses()).toEqual([409, 409])
  await setOwn(user.id, 4)
  expect(await statuses()).toEqual([200, 200])
  await setOwn(user.id, null)
  expect(await statuses()).toEqual([409, 409])
})

test('concurrent uploads to two processes never exceed the remaining space', async () => {
  const { user, caller } = await personWith(10 * GB - 3 * MB)
  const tickets = await Promise.all(Array.from({ length: 4 }, () => askForUpload(caller)))
  const others = await Promise.all(Array.from({ length: 4 }, () => askForUpload(caller)))
  const at = (i: number) => (i % 2 === 0 ? a : b).visitor
  const replies = await Promise.all([
    ...tickets.map(({ whole }, i) => at(i).inject({ method: 'PUT', url: whole, payload: randomBytes(MB) })),
    ...others.map(({ resumable }, i) => tusCalls(at(i).inject).begin(resumable, MB)),
  ])
  const losers = replies.filter(({ statusCode }) => statusCode === 409)
  expect(losers).toHaveLength(5)
  for (const reply of losers) expect(reply.json()).toMatchObject({ code: 'QUOTA_EXCEEDED' })
  expect(await storageOf(caller)).toEqual({ usedBytes: 10 * GB, limitBytes: 10 * GB })
  expect(await storageOf(await signInOn(b, user.email))).toEqual({ usedBytes: 10 * GB, limitBytes: 10 * GB })
})

test('a limit below the stored bytes deletes nothing, and arrived uploads can be published', async () => {
  const { user, caller } = await personWith(2 * GB)
  const { id } = await publish(caller)
  const videoUrl = await upload(caller, await readFile(sampleClip('plain-h264.mp4')))
  await setOwn(user.id, 1)
  expect((await ask(caller)).json()).toMatchObject({ message: `You’ve used 2 of 1 GB. ${advice}` })
  expect((await caller.post('/api/videos', { title: 'Late', toolUsed: 'other', videoUrl })).statusCode).toBe(201)
  expect((await a.visitor.get(`/api/videos/${id}`)).statusCode).toBe(200)
  expect((await storageOf(caller)).usedBytes).toBeGreaterThan(2 * GB)
})

test.each(['disk', 'bucket'] as const)(
  'originals, renditions and unpublished uploads on a %s count until they are deleted',
  async (files) => {
    const t = files === 'disk' ? a : bucket
    const steps = files === 'disk' ? [makePoster, makePreview, makeStream] : [makePoster]
    const workFolder = testFolder()
    const { user, caller } = await t.signUp()
    const { id } = await publish(caller)
    const [original] = await sizesOf(t, user.id)
    expect(await storageOf(caller)).toMatchObject({ usedBytes: original })
    const job = jobOf({ videoId: id })
    for (const step of steps) await step({ ...t.deps, workFolder }, job)
    const sizes = await sizesOf(t, user.id)
    expect(sizes.length).toBeGreaterThan(steps.length)
    const renderedBytes = sizes.reduce((sum, size) => sum + size, 0)
    await upload(caller, randomBytes(MB))
    expect(await storageOf(caller)).toMatchObject({ usedBytes: renderedBytes + MB })
    expect((await caller.delete(`/api/videos/${id}`)).statusCode).toBe(204)
    expect(await storageOf(caller)).toMatchObject({ usedBytes: MB })
  },
)

async function sizesOf(t: TestApp, ownerId: string): Promise<number[]> {
  const rows = await t.rows('objects', { ownerId })
  return rows.map(({ sizeBytes }) => sizeBytes ?? 0)
}

const sentence = 'Please enter a whole number of GB from 1 to 100,000'

test('a limit that is not a whole number of GB is refused for the site and for a person', async () => {
  const { user } = await a.signUp()
  for (const value of [0, -1, 1.5, 100_001, 1e99, '10', '1e3', true, [[]], {}]) {
    for (const reply of [await setSite(value), await setOwn(user.id, value)]) {
      expect([value, reply.statusCode, reply.json()]).toMatchObject([value, 400, { message: sentence }])
    }
  }
  expect(await a.rows('siteSettings')).toEqual([])
  expect(await a.row('users', user.id)).toMatchObject({ storageLimitGb: null })
})

test('a stored setting that this version does not know counts as the default', async () => {
  const { caller } = await a.signUp()
  await a.insert('siteSettings', { key: 'storageLimitGb', value: '"plenty"' })
  expect(await storageOf(caller)).toEqual({ usedBytes: 0, limitBytes: 10 * GB })
  expect((await ask(caller)).statusCode).toBe(200)
})

test('each real change of an account’s limit adds one line to the staff log', async () => {
  const { user } = await personWith(5)
  await setOwn(user.id, 25)
  await setOwn(user.id, 25)
  await setOwn(user.id, null)
  const { people } = (await admin.caller.get(`/api/people?q=${user.username}`)).json<{ people: AdminPerson[] }>()
  expect(people).toMatchObject([{ id: user.id, storedBytes: 5, storageLimitGb: null }])
  const log = await a.rows('staffLog', { act: 'change-storage-limit' }, 'id')
  expect(log.slice(-2).map(({ subject }) => subject)).toEqual([
    { personId: user.id, from: null, to: 25 },
    { personId: user.id, from: 25, to: null },
  ])
  expect((await setOwn(crypto.randomUUID(), 25)).statusCode).toBe(404)
  expect((await setOwn(user.id, undefined)).statusCode).toBe(400)
})

test('the overview compares the sum of all limits with the disk', async () => {
  await a.change('objects', {}, { state: 'deleted' })
  const people = []
  for (let i = 1; i <= 11; i++) people.push(await personWith(i * MB))
  const overview = async (by: Caller) => (await by.get('/api/overview')).json<Overview>()
  const before = await overview(admin.caller)
  const expected = people.slice(1).toReversed()
  expect(before.storage.largest).toEqual(
    expected.map(({ user }, i) => ({
      id: user.id,
      userNumber: user.userNumber,
      username: user.username,
      displayName: 'Somebody',
      storedBytes: (11 - i) * MB,
      videosCount: 0,
    })),
  )
  expect(before.clips.bytes).toBe(66 * MB)
  await upload(people[0]!.caller, randomBytes(MB))
  expect((await overview(admin.caller)).clips.bytes).toBe(67 * MB)

  const { total } = before.people
  expect(before.storage).toMatchObject({ promisedGb: total * 10, exceedsDisk: false })
  await setOwn(people[0]!.user.id, 100_000)
  await setSite(20)
  expect((await overview(admin.caller)).storage.promisedGb).toBe((total - 1) * 20 + 100_000)
  // The simulated disk has 1024² GB.
  const ids = people.map(({ user }) => user.id)
  await a.change('users', {}, { storageLimitGb: 1 })
  await a.change('users', { id: ids.slice(1) }, { storageLimitGb: 100_000 })
  for (const [promisedGb, exceedsDisk] of [
    [1024 ** 2, false],
    [1024 ** 2 + 1, true],
  ] as const) {
    await setOwn(ids[0]!, promisedGb - 10 * 100_000 - (total - 11))
    expect((await overview(admin.caller)).storage).toMatchObject({ promisedGb, exceedsDisk })
  }
  const inBucket = await bucket.signUp({ role: 'admin' })
  await bucket.change('users', {}, { storageLimitGb: 100_000 })
  expect((await overview(inBucket.caller)).storage.exceedsDisk).toBe(false)
})

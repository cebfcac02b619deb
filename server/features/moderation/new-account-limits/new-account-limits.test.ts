import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import type { ErrorReply } from '../../../../contract/errors.ts'
import { TooSlowError } from '../../../media/engine/engine.ts'
import { claimUpload } from '../../../objects/upload-claim.ts'
import { type Person, appOfTest, testApp, type TestApp, upload } from '../../../test/test-app.ts'
import { objectIdIn } from '../../videos/upload/upload-address.ts'
import * as make from './new-accounts.fixture.ts'

/** Repeats a rate-limited action. */
type Act = (app: TestApp, person: Person, times: number) => Promise<LightMyRequestResponse[]>

async function repeat(times: number, act: (i: number) => Promise<LightMyRequestResponse>) {
  const replies: LightMyRequestResponse[] = []
  for (let i = 0; i < times; i++) replies.push(await act(i))
  return replies
}

const statusesOf = (replies: LightMyRequestResponse[]) => replies.map(({ statusCode }) => statusCode)

const comment: Act = async (app, { caller }, times) => {
  const { id } = await make.clip(app)
  return repeat(times, (i) => caller.post(`/api/videos/${id}/comments`, { text: `Number ${i}` }))
}

/**
 * Publishes an upload whose reading takes too long, so that it is kept. Failed attempts count as well, because reading a
 * bad file costs as much as reading a good one.
 */
const publish: Act = async (app, person, times) => {
  app.deps.inspectVideo = () => Promise.reject(new TooSlowError())
  const videoUrl = await upload(person.caller, Buffer.from('a slow clip'))
  return repeat(times, (i) => publishTitled(person, `Clip ${i}`, videoUrl))
}

const publishTitled = ({ caller }: Person, title: string, videoUrl: string) =>
  caller.post('/api/videos', { title, toolUsed: 'other', videoUrl })

const follow: Act = async (app, { caller }, times) => {
  const { user } = await app.signUp()
  return repeat(times, () => caller.post(`/api/users/${user.id}/follow`))
}

const t = testApp({ rateLimits: true })
beforeAll(async () => void (await t.signUp({ role: 'moderator' })))

test.each([
  { what: 'write 20 comments in 10 minutes', act: comment, points: 20, taken: 201 },
  { what: 'publish 10 clips an hour', act: publish, points: 10, taken: 503 },
  { what: 'follow 60 people an hour', act: follow, points: 60, taken: 200 },
])('new accounts can only $what', async ({ what, act, points, taken }) => {
  const replies = await act(t, await t.signUp(), points + 1)
  expect(statusesOf(replies)).toEqual([...Array.from({ length: points }, () => taken), 429])
  expect(replies.at(-1)?.json<ErrorReply>().message).toContain(`New accounts can ${what}.`)
})

test('a clip whose text is refused does not count towards the limit', async () => {
  const admin = await t.signUp({ role: 'admin' })
  await admin.caller.patch('/api/site-settings', { blockedLinkDomains: ['cashnow.online'] })
  const person = await t.signUp()
  const videoUrl = await upload(person.caller, Buffer.from('a clip'))
  const refused = await repeat(10, () => publishTitled(person, 'Visit cashnow.online', videoUrl))
  expect(refused.at(-1)?.json<ErrorReply>().message).toBe('Please remove the links from this text')
  expect(statusesOf(await publish(t, person, 11)).indexOf(429)).toBe(10)
})

test('attempts to publish an upload that is being published do not count', async () => {
  const person = await t.signUp()
  const videoUrl = await upload(person.caller, Buffer.from('a clip'))
  await claimUpload(t.db, objectIdIn(videoUrl)!, person.user.id)
  const replies = await repeat(11, () => publishTitled(person, 'A clip', videoUrl))
  expect(new Set(replies.map((reply) => reply.json<ErrorReply>().code))).toEqual(new Set(['BAD_REQUEST']))
  expect(statusesOf(await publish(t, person, 11)).indexOf(429)).toBe(10)
})

test('established accounts and sites without staff have no limit', async () => {
  const withoutStaff = await appOfTest({ rateLimits: true })
  const tryPublishing = async (app: TestApp, person: Person) => statusesOf(await publish(app, person, 11))
  const allTaken = Array.from({ length: 11 }, () => 503)
  expect(await tryPublishing(withoutStaff, await withoutStaff.signUp())).toEqual(allTaken)
  await withoutStaff.signUp({ role: 'moderator' })
  expect(await tryPublishing(withoutStaff, await withoutStaff.signUp())).toEqual([...allTaken.slice(1), 429])
  expect(await tryPublishing(t, await make.signUpEstablished(t))).toEqual(allTaken)
})

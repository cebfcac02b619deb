import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { BatchBody } from '../../../../contract/moderation/batches.ts'
import type { ErrorReply } from '../../../../contract/errors.ts'
import { appOfTest, jobOf, refusalOf, testApp, testPerson } from '../../../test/test-app.ts'
import { listHurriedStaff } from '../decisions/hurried-staff.ts'
import { differences, type Person, writeComment } from '../decisions/people.fixture.ts'
import { findAlteredLines } from '../public-log/find-altered-lines.ts'
import {
  batchesIn,
  deactivations,
  hideWave,
  listBatches,
  make,
  readBatch,
  send,
  suspension,
} from './batches.fixture.ts'
import { decideBatch, enqueueUnfinishedBatches } from './decide-batch.jobs.ts'

const t = testApp()
const { run, signUpMany, statementsAfterSignIn, suspendedCount, failAt, deactivate } = batchesIn(t)
const moderator = testPerson(t, { role: 'moderator' })
const admin = testPerson(t, { role: 'admin' })

const progressOf = (id: string) => readBatch(moderator, id)

const decisionsCount = async () => (await t.rows('decisions')).length

test('a batch suspends accounts, and each person can appeal', async () => {
  const people = await signUpMany(3)
  const made = await make(moderator, { ...suspension(people), until: '2999-01-01T00:00:00.000000Z' })
  expect(made).toMatchObject({ total: 3, waiting: 3, decided: 0, isRunning: true, mayUndo: true, madeBy: 'Somebody' })
  await run(made.id)
  expect(await progressOf(made.id)).toMatchObject({ waiting: 0, decided: 3, skipped: [], isRunning: false })
  for (const person of people) {
    expect((await t.visitor.get(`/api/videos/${person.videoId}`)).statusCode).toBe(404)
    const [statement] = await statementsAfterSignIn(person)
    expect(statement).toMatchObject({ measure: 'suspend', rule: 'spam', facts: 'It sells watches.', mayAppeal: true })
  }
  expect(await differences(t)).toEqual([])
  expect(await findAlteredLines(t.db)).toEqual([])
  expect(await t.rows('batches', made.id)).toMatchObject([{ facts: null, note: null }])
})

test('a batch that is sent several times, also concurrently, is stored once', async () => {
  const people = await signUpMany(2)
  const [id, before] = [randomUUID(), await decisionsCount()]
  const replies = await Promise.all([1, 2, 3].map(() => send(moderator, suspension(people), id)))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  // Two workers may take the job.
  await Promise.all([run(id), run(id)])
  await send(moderator, suspension(people), id)
  await run(id)
  expect(await decisionsCount()).toBe(before + 2)
  expect(await progressOf(id)).toMatchObject({ total: 2, decided: 2, skipped: [] })
  const foreign = await send(admin, suspension(people), id)
  expect([foreign.statusCode, foreign.json<ErrorReply>().code]).toEqual([409, 'CONFLICT'])
})

test('the sweep enqueues an interrupted batch, which continues with the next item', async () => {
  const people = await signUpMany(4)
  const { id } = await make(moderator, suspension(people))
  const stopped = new AbortController()
  stopped.abort()
  await expect(run(id, stopped.signal)).rejects.toThrow()
  const heal = await failAt(2)
  await expect(run(id)).rejects.toThrow('Some items of a batch failed')
  expect(await progressOf(id)).toMatchObject({ waiting: 1, decided: 3, isRunning: true })
  expect(await suspendedCount(people)).toBe(3)
  await heal()
  await enqueueUnfinishedBatches(t.deps)
  expect((await t.jobs('decide-batch', { batchId: id })).filter(({ state }) => state === 'created')).toHaveLength(1)
  await run(id)
  expect(await progressOf(id)).toMatchObject({ waiting: 0, decided: 4, isRunning: false })
  expect(await differences(t)).toEqual([])
})

test('staff, deleted accounts and the moderator themselves are skipped with the reason', async () => {
  const [person] = await signUpMany(1)
  const gone = randomUUID()
  const body = suspension([person!, admin, moderator])
  const { id } = await make(moderator, { ...body, subjectIds: [...body.subjectIds, gone, gone] })
  await run(id)
  expect(await progressOf(id)).toMatchObject({
    total: 4,
    decided: 1,
    skipped: [
      { reason: 'Decisions about moderators and admins must be made one by one.', count: 2 },
      { reason: 'User not found', count: 1 },
    ],
  })
})

test('a batch that reuses an id with different content is refused', async () => {
  const people = await signUpMany(2)
  const body = { ...suspension(people), until: '2999-01-01T00:00:00Z' }
  const { id } = await make(moderator, body)
  const changes: Partial<BatchBody>[] = [
    { kind: 'video' },
    { rule: 'hate' },
    { measure: 'restrict' },
    { until: '2999-01-02T00:00:00Z' },
    { until: undefined },
    { subjectIds: body.subjectIds.slice(1) },
  ]
  for (const change of changes) {
    const reply = await send(moderator, { ...body, ...change }, id)
    expect([change, reply.statusCode, reply.json<ErrorReply>().code]).toEqual([change, 409, 'CONFLICT'])
  }
  expect((await send(moderator, body, id)).statusCode).toBe(200)
})

test.each(deactivations)('a batch makes no further decisions once its moderator is %s', async (_, change, reason) => {
  const people = await signUpMany(2)
  const former = await t.signUp({ role: 'moderator' })
  const { id } = await make(former, suspension(people))
  await deactivate(former, change)
  await run(id)
  expect(await progressOf(id)).toMatchObject({ decided: 0, skipped: [{ reason, count: 2 }] })
})

test('a batch that reuses an id for as many other accounts is refused, before and after its decisions', async () => {
  const [person, other] = await signUpMany(2)
  const body = suspension([person!])
  const { id } = await make(moderator, body)
  const reuse = () => send(moderator, suspension([other!]), id)
  expect((await reuse()).statusCode).toBe(409)
  await run(id)
  expect((await reuse()).statusCode).toBe(409)
  expect((await send(moderator, body, id)).statusCode).toBe(200)
})

test('a wave of comments raises no alarm and does not displace a batch', async () => {
  const [owner] = await signUpMany(1)
  const busy = await t.signUp({ role: 'moderator' })
  const { id } = await make(busy, suspension([owner!]))
  for (let i = 0; i < 21; i++) await hideWave(busy, await writeComment(owner!.caller, owner!.videoId, `Advert ${i}`))
  expect((await listHurriedStaff(t.db)).filter((hurried) => hurried.id === busy.user.id)).toEqual([])
  const batches = await listBatches(busy)
  expect(batches.map((batch) => batch.id)).toContain(id)
  expect(batches.filter(({ kind }) => kind === 'comment').length).toBeGreaterThanOrEqual(20)
})

test.each([
  [{ subjectIds: [] }, 'Please select at least one'],
  [{ subjectIds: Array.from({ length: 501 }, () => randomUUID()) }, 'Please select at most 500 at once'],
  [{ measure: 'hide' }, 'An account is restricted or suspended, not hidden'],
  [{ measure: 'none' }, 'Please choose an action'],
  [{ until: '2020-01-01T00:00:00Z' }, 'Please choose a time in the future'],
  [{ facts: ' ' }, 'Please describe what you saw, and where'],
])('a batch with %j is refused', async (changes, message) => {
  const [person] = await signUpMany(1)
  const reply = await send(moderator, { ...suspension([person!]), ...(changes as Partial<BatchBody>) })
  expect(refusalOf(reply)).toEqual([400, message])
})

test('a sixth batch within an hour is refused until an admin resets the limits', async () => {
  const limited = await appOfTest({ rateLimits: true })
  const hasty = await limited.signUp({ role: 'moderator' })
  const alarms: number[] = []
  const statuses: number[] = []
  for (let i = 0; i < 5; i++) {
    const people = await Promise.all(Array.from({ length: 11 }, () => limited.signUp()))
    const id = randomUUID()
    for (const reply of [await send(hasty, suspension(people), id), await send(hasty, suspension(people), id)]) {
      statuses.push(reply.statusCode)
    }
    await decideBatch(limited.deps, jobOf({ batchId: id }))
    alarms.push((await listHurriedStaff(limited.db)).length)
  }
  const refused = await send(hasty, suspension([hasty]))
  expect(statuses).toEqual(Array.from({ length: 10 }, () => 200))
  expect(alarms).toEqual([0, 0, 1, 1, 1])
  expect(refused.statusCode).toBe(429)
  expect(refused.json<ErrorReply>().message).toMatch(
    /^You can make 5 batches an hour\. Ask an admin to reset your limits under People\. Try again in/,
  )

  const chief = await limited.signUp({ role: 'admin' })
  const reset = (of: Person) => chief.caller.post(`/api/people/${of.user.id}/limits/reset`)
  expect((await reset(chief)).json<ErrorReply>().message).toBe('Another admin has to reset your limits.')
  expect((await reset(hasty)).statusCode).toBe(204)
  expect((await send(hasty, suspension([chief]))).statusCode).toBe(200)
})

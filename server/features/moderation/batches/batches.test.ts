import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { BatchBody } from '../../../../contract/moderation/batches.ts'
import type { ErrorReply } from '../../../../contract/errors.ts'
import type { Case } from '../../../../contract/moderation/cases.ts'
import type { DecisionBody } from '../../../../contract/moderation/decisions.ts'
import type { OwnReport } from '../../../../contract/moderation/report-outcomes.ts'
import { appOfTest, jobOf, refusalOf, testApp, testPerson, insertVideos } from '../../../test/test-app.ts'
import { listHurriedStaff } from '../decisions/hurried-staff.ts'
import { type Person, differences, writeComment, decision, openCaseAbout } from '../decisions/people.fixture.ts'
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
  undo,
} from './batches.fixture.ts'
import { decideBatch, enqueueUnfinishedBatches } from './decide-batch.jobs.ts'
import { undoDecisions } from '../decisions/undo-decisions-of.ts'

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

test('a batch that reuses an id with different content is refused, before and after its decisions', async () => {
  const [other, ...people] = await signUpMany(3)
  const body = { ...suspension(people), until: '2999-01-01T00:00:00Z' }
  const { id } = await make(moderator, body)
  const changes: Partial<BatchBody>[] = [
    { kind: 'video' },
    { rule: 'hate' },
    { measure: 'restrict' },
    { until: '2999-01-02T00:00:00Z' },
    { until: undefined },
    { subjectIds: body.subjectIds.slice(1) },
    { subjectIds: [other!.user.id, body.subjectIds[1]!] },
    { subjectIds: [...body.subjectIds, other!.user.id] },
  ]
  for (let twice = 0; twice < 2; twice++) {
    for (const change of changes) {
      const reply = await send(moderator, { ...body, ...change }, id)
      expect([change, reply.statusCode, reply.json<ErrorReply>().code]).toEqual([change, 409, 'CONFLICT'])
    }
    expect((await send(moderator, body, id)).statusCode).toBe(200)
    await run(id)
  }
})

test.each(deactivations)('a batch makes no further decisions once its moderator is %s', async (_, change, reason) => {
  const people = await signUpMany(2)
  const former = await t.signUp({ role: 'moderator' })
  const { id } = await make(former, suspension(people))
  await deactivate(former, change)
  await run(id)
  expect(await progressOf(id)).toMatchObject({ decided: 0, skipped: [{ reason, count: 2 }] })
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

/** Reports a subject, by default as a new user, and returns the id of its case. */
async function report(kind: 'videos' | 'comments' | 'users', subjectId: string, by?: Person): Promise<string> {
  const { caller } = by ?? (await t.signUp())
  const reply = await caller.post(`/api/${kind}/${subjectId}/report`, { reason: 'hate' })
  const { caseId } = await t.row('reports', reply.json<{ reportId: string }>().reportId)
  return caseId!
}

const decisionAbout = (
  measure: DecisionBody['measure'],
  caseIds: string[],
  changes: Partial<BatchBody> = {},
): BatchBody => ({
  ...(decision(measure) as BatchBody),
  kind: 'case',
  subjectIds: caseIds,
  seenReports: caseIds.map(() => 1),
  ...changes,
})

async function caseOf(id: string): Promise<Case> {
  return (await moderator.caller.get(`/api/cases/${id}`)).json<Case>()
}

test('a batch decides cases about clips and comments, and undoing reopens them', async () => {
  const [owner] = await signUpMany(1)
  const reporter = await t.signUp()
  const caseIds = [
    await report('videos', owner!.videoId),
    await report('comments', await writeComment(owner!.caller, owner!.videoId, 'Buy gold'), reporter),
  ]
  const before = await Promise.all(caseIds.map(caseOf))
  const { id } = await make(moderator, decisionAbout('hide', caseIds))
  await run(id)
  expect(await progressOf(id)).toMatchObject({ kind: 'case', total: 2, decided: 2, skipped: [], isRunning: false })
  for (const one of await Promise.all(caseIds.map(caseOf))) {
    expect(one).toMatchObject({ state: 'closed', isHidden: true, decisions: [{ measure: 'hide', source: 'report' }] })
  }
  const outcome = async () =>
    (await reporter.caller.get('/api/account/reports'))
      .json<{ reports: OwnReport[] }>()
      .reports.map(({ state }) => state)
  expect(await outcome()).toEqual(['acted'])
  await undo(admin, id)
  await run(id)
  const after = await Promise.all(caseIds.map(caseOf))
  expect(after.map(({ state, isHidden, isSevere, openedAt }) => [state, isHidden, isSevere, openedAt])).toEqual(
    before.map(({ isSevere, openedAt }) => ['open', false, isSevere, openedAt]),
  )
  expect(after.map(({ reports, reportsCount }) => [reports.length, reportsCount])).toEqual([
    [1, 1],
    [1, 1],
  ])
  expect(await outcome()).toEqual(['open'])
  expect(await differences(t)).toEqual([])
  expect(await findAlteredLines(t.db)).toEqual([])
})

test('undoing a batch raises no alarm, even if it answers 31 appeals', async () => {
  const [owner, maker, chief] = [
    await t.signUp(),
    await t.signUp({ role: 'moderator' }),
    await t.signUp({ role: 'admin' }),
  ]
  const videoIds = await insertVideos(t, owner.user.id, 31)
  const caseIds = await Promise.all(videoIds.map((id) => openCaseAbout(t, 'video', id)))
  const { id } = await make(maker, decisionAbout('warn', caseIds))
  await run(id)
  for (const made of await t.rows('decisions', { caseId: caseIds })) {
    await owner.caller.post(`/api/account/decisions/${made.id}/appeal`, { text: 'Please look.' })
  }
  await undo(chief, id)
  await run(id)
  const answered = await t.rows('decisions', { answeredBy: chief.user.id })
  const hurried = (await listHurriedStaff(t.db)).filter(({ id: staffId }) =>
    [maker.user.id, chief.user.id].includes(staffId),
  )
  expect([answered.length, hurried]).toEqual([31, []])
})

test('cases that changed or that the moderator may not decide are skipped', async () => {
  const people = await signUpMany(6)
  const [open, reportedAgain, held, closed, reportedByMe, disputed] = await Promise.all(
    people.map(({ videoId }, i) => report('videos', videoId, i === 4 ? moderator : undefined)),
  )
  const [ofAccount, ofStaff] = [await report('users', people[0]!.user.id), await report('users', admin.user.id)]
  await report('videos', people[1]!.videoId)
  await admin.caller.put(`/api/cases/${held}/claim`)
  await admin.caller.post(`/api/cases/${closed}/decision`, decision('warn'))
  await sql`
    insert into reposts (video_id, first_id, share, state, dispute_text)
    values (${people[5]!.videoId}, ${people[0]!.videoId}, 1, 'disputed', 'It is mine')`.execute(t.db)
  const gone = randomUUID()
  const caseIds = [open!, reportedAgain!, held!, closed!, reportedByMe!, disputed!, ofAccount, ofStaff, gone]
  const { id } = await make(moderator, decisionAbout('hide', caseIds))
  await run(id)
  const { decided, skipped } = await progressOf(id)
  expect(decided).toBe(1)
  expect(new Map(skipped.flatMap(({ reason, cases }) => cases.map((one) => [one.id, reason])))).toEqual(
    new Map([
      [reportedAgain, 'It was reported again after you selected it.'],
      [held, 'Another moderator is reviewing this right now.'],
      [closed, 'This has already been decided.'],
      [reportedByMe, 'You reported this, so another moderator has to decide.'],
      [disputed, 'Its creator disputes which clip was first. Answer that first.'],
      [ofAccount, 'An account is restricted or suspended, not hidden'],
      [ofStaff, 'Decisions about moderators and admins must be made one by one.'],
    ]),
  )
  expect(skipped).toContainEqual({ reason: 'Case not found', count: 1, cases: [] })
  expect((await caseOf(open!)).state).toBe('closed')
  for (const skippedId of [reportedAgain, held, reportedByMe, disputed, ofAccount]) {
    expect((await caseOf(skippedId!)).state).toBe('open')
  }
})

test('cases that two moderators select are decided only once', async () => {
  const people = await signUpMany(4)
  const caseIds = await Promise.all(people.map(({ videoId }) => report('videos', videoId)))
  const [mine, theirs] = await Promise.all([
    make(moderator, decisionAbout('hide', caseIds)),
    make(admin, decisionAbout('warn', caseIds.toReversed())),
  ])
  await Promise.all([run(mine.id), run(theirs.id), run(mine.id), run(theirs.id)])
  const [first, second] = [await progressOf(mine.id), await progressOf(theirs.id)]
  expect(first.decided + second.decided).toBe(4)
  expect([first, second].flatMap(({ skipped }) => skipped).map(({ reason }) => reason)).toEqual(
    expect.arrayContaining(['This has already been decided.']),
  )
  const decided = await t.rows('decisions', { caseId: caseIds })
  expect(decided.map(({ caseId }) => caseId).toSorted()).toEqual(caseIds.toSorted())
  expect(await differences(t)).toEqual([])
})

test('cases without a violation are dismissed together', async () => {
  const [owner, other] = await signUpMany(2)
  const reporter = await t.signUp()
  const caseIds = [await report('videos', owner!.videoId, reporter), await report('users', other!.user.id)]
  const { id } = await make(moderator, decisionAbout('none', caseIds, { isQuiet: true }))
  await run(id)
  expect(await progressOf(id)).toMatchObject({ measure: 'none', decided: 2, skipped: [] })
  for (const one of await Promise.all(caseIds.map(caseOf))) {
    expect(one).toMatchObject({ state: 'closed', quietUntil: expect.any(String), isHidden: false })
  }
  // Reports that are stored without opening a case count once the case is open again.
  expect(await report('videos', owner!.videoId)).toBe(caseIds[0])
  expect(await report('videos', owner!.videoId, reporter)).toBe(caseIds[0])
  await undo(moderator, id)
  await run(id)
  const [ofVideo, ofAccount] = await Promise.all(caseIds.map(caseOf))
  expect(ofVideo).toMatchObject({ state: 'open', quietUntil: null, reportsCount: 3 })
  expect(ofAccount).toMatchObject({ state: 'open', quietUntil: null, reportsCount: 1 })
  // The same cases can be decided and undone again.
  const again = await make(moderator, decisionAbout('none', caseIds, { seenReports: [3, 1] }))
  await run(again.id)
  expect(await progressOf(again.id)).toMatchObject({ decided: 2, skipped: [] })
  await undo(moderator, again.id)
  await run(again.id)
  expect(await progressOf(again.id)).toMatchObject({ undone: 2, skipped: [] })
  expect(await differences(t)).toEqual([])
})

test.each([
  [{ seenReports: [] }, '`seenReports` needs one number per case, and is allowed only for cases'],
  [{ seenReports: undefined }, '`seenReports` needs one number per case, and is allowed only for cases'],
  [{ kind: 'video' }, '`seenReports` needs one number per case, and is allowed only for cases'],
  [{ isQuiet: true }, 'Only a case without a violation can stay quiet'],
])('a batch of cases with %j is refused', async (changes, message) => {
  const reply = await send(moderator, decisionAbout('warn', [randomUUID()], changes as Partial<BatchBody>))
  expect(refusalOf(reply)).toEqual([400, message])
})

test('undoing a batch keeps a case silenced that was dismissed again since', async () => {
  const [[owner], maker, other] = [
    await signUpMany(1),
    await t.signUp({ role: 'moderator' }),
    await t.signUp({ role: 'moderator' }),
  ]
  const caseId = await report('videos', owner!.videoId)
  const { id } = await make(maker, decisionAbout('none', [caseId]))
  await run(id)
  await undoDecisions(t.deps, { byPersonId: maker.user.id, since: new Date(0).toISOString() })
  const dismissed = await other.caller.post(`/api/cases/${caseId}/decision`, decision('none', { isQuiet: true }))
  expect(dismissed.statusCode).toBe(201)
  await undo(maker, id)
  await run(id)
  expect(await progressOf(id)).toMatchObject({ undone: 1, skipped: [] })
  expect(await caseOf(caseId)).toMatchObject({ state: 'closed', quietUntil: expect.any(String) })
})

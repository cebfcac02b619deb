import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { BatchBody } from '../../../../contract/moderation/batches.ts'
import type { Case } from '../../../../contract/moderation/cases.ts'
import type { DecisionBody } from '../../../../contract/moderation/decisions.ts'
import type { OwnReport } from '../../../../contract/moderation/report-outcomes.ts'
import { insertVideos, refusalOf, testApp, testPerson } from '../../../test/test-app.ts'
import { listHurriedStaff } from '../decisions/hurried-staff.ts'
import { decision, differences, openCaseAbout, type Person, writeComment } from '../decisions/people.fixture.ts'
import { undoDecisions } from '../decisions/undo-decisions-of.ts'
import { findAlteredLines } from '../public-log/find-altered-lines.ts'
import { batchesIn, make, readBatch, send, undo } from './batches.fixture.ts'

const t = testApp()
const { run, signUpMany } = batchesIn(t)
const moderator = testPerson(t, { role: 'moderator' })
const admin = testPerson(t, { role: 'admin' })

const progressOf = (id: string) => readBatch(moderator, id)

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
  const [owner, chief] = [await t.signUp(), await t.signUp({ role: 'admin' })]
  const videoIds = await insertVideos(t, owner.user.id, 31)
  const caseIds = await Promise.all(videoIds.map((id) => openCaseAbout(t, 'video', id)))
  const { id } = await make(moderator, decisionAbout('warn', caseIds))
  await run(id)
  for (const made of await t.rows('decisions', { caseId: caseIds })) {
    await owner.caller.post(`/api/account/decisions/${made.id}/appeal`, { text: 'Please look.' })
  }
  await undo(chief, id)
  await run(id)
  const answered = await t.rows('decisions', { answeredBy: chief.user.id })
  expect([answered.length, await listHurriedStaff(t.db)]).toEqual([31, []])
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

import { randomUUID } from 'node:crypto'
import { sql, type Updateable } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Batch, BatchBody } from '../../../../contract/moderation/batches.ts'
import type { Case } from '../../../../contract/moderation/cases.ts'
import type { Statement } from '../../../../contract/moderation/appeals.ts'
import type { DecisionBody } from '../../../../contract/moderation/decisions.ts'
import type { OwnReport } from '../../../../contract/moderation/report-outcomes.ts'
import type { ErrorReply } from '../../../../contract/errors.ts'
import type { UsersTable } from '../../../db/schema/schema.ts'
import { signInOn } from '../../../test/clients/devices.ts'
import { startTestApp, testApp } from '../../../test/test-app.ts'
import { hideComments } from '../../social/comments/hide-comments.ts'
import { listHurriedStaff } from '../decisions/hurried-staff.ts'
import {
  decideAbout,
  decision,
  differences,
  openCaseAbout,
  type Person,
  signUpStaff,
  signUpWithThings,
  writeComment,
} from '../decisions/people.fixture.ts'
import { undoDecisions } from '../decisions/undo-decisions-of.ts'
import { findAlteredLines } from '../public-log/find-altered-lines.ts'
import { decideBatch, enqueueUnfinishedBatches } from './decide-batch.jobs.ts'

const t = testApp()
let moderator: Person
let admin: Person
beforeAll(async () => {
  ;[moderator, admin] = [await signUpStaff(t), await signUpStaff(t, 'admin')]
})

const suspension = (people: Person[]): BatchBody => ({
  ...(decision('suspend') as BatchBody),
  kind: 'account',
  subjectIds: people.map(({ user }) => user.id),
})

const send = ({ caller }: Person, body: BatchBody, id: string = randomUUID()) => caller.put(`/api/batches/${id}`, body)

async function make(person: Person, body: BatchBody): Promise<Batch> {
  const reply = await send(person, body)
  expect([reply.statusCode, reply.body]).toEqual([200, expect.any(String)])
  return reply.json<Batch>()
}

const run = (batchId: string, signal = new AbortController().signal) =>
  decideBatch(t.deps, { payload: { batchId }, signal })

const undo = ({ caller }: Person, id: string) => caller.post(`/api/batches/${id}/undo`, { answer: 'A mistake. Sorry.' })

async function progressOf(id: string): Promise<Batch> {
  const { batches } = (await moderator.caller.get('/api/batches')).json<{ batches: Batch[] }>()
  return batches.find((batch) => batch.id === id)!
}

/** Hides a comment and all others with the same words. */
const hideWave = async ({ caller }: Person, commentId: string) =>
  (
    await caller.post(`/api/comments/${commentId}/same-words/decision`, { rule: 'spam', facts: 'Again and again.' })
  ).json<object>()

const signUpMany = (count: number) => Promise.all(Array.from({ length: count }, () => signUpWithThings(t)))

async function statementsOf({ user }: Person): Promise<Statement[]> {
  const caller = await signInOn(t, user.email)
  return (await caller.get('/api/account/decisions')).json<{ decisions: Statement[] }>().decisions
}

async function suspendedCount(people: Person[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from users where suspended_until is not null and id = any (${people.map(({ user }) => user.id)})`.execute(
    t.db,
  )
  return rows[0]!.count
}

const decisionsCount = async () =>
  (await sql<{ count: number }>`select count(*)::int from decisions`.execute(t.db)).rows[0]!.count

/** Makes the given item of a batch fail, as if the database refused it. */
async function failAt(position: number): Promise<() => Promise<unknown>> {
  await sql`
    create function fail_item() returns trigger language plpgsql as $$ begin raise exception 'Out of luck'; end $$`.execute(
    t.db,
  )
  await sql`
    create trigger fail_item before update on batch_items for each row
    when (old.position = ${sql.lit(position)}) execute function fail_item()`.execute(t.db)
  return () => sql`drop function fail_item cascade`.execute(t.db)
}

test('a batch suspends accounts, and each person can appeal', async () => {
  const people = await signUpMany(3)
  const made = await make(moderator, { ...suspension(people), until: '2999-01-01T00:00:00.000000Z' })
  expect(made).toMatchObject({ total: 3, waiting: 3, decided: 0, isRunning: true, mayUndo: true, madeBy: 'Somebody' })
  await run(made.id)
  expect(await progressOf(made.id)).toMatchObject({ waiting: 0, decided: 3, skipped: [], isRunning: false })
  for (const person of people) {
    expect((await t.visitor.get(`/api/videos/${person.videoId}`)).statusCode).toBe(404)
    const [statement] = await statementsOf(person)
    expect(statement).toMatchObject({ measure: 'suspend', rule: 'spam', facts: 'It sells watches.', mayAppeal: true })
  }
  expect(await differences(t)).toEqual([])
  expect(await findAlteredLines(t.db)).toEqual([])
  const texts = await t.db.selectFrom('batches').select(['facts', 'note']).where('id', '=', made.id).execute()
  expect(texts).toEqual([{ facts: null, note: null }])
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
  const { rows } = await sql`
    select from pgboss.job where name = 'decide-batch' and state = 'created' and data ->> 'batchId' = ${id}`.execute(
    t.db,
  )
  expect(rows).toHaveLength(1)
  await run(id)
  expect(await progressOf(id)).toMatchObject({ waiting: 0, decided: 4, isRunning: false })
  expect(await differences(t)).toEqual([])
})

test('undoing a batch leaves earlier decisions and informs each person', async () => {
  const people = await signUpMany(3)
  const kept = people[0]!
  await decideAbout(admin, { kind: 'account', subjectId: kept.user.id }, decision('suspend'))
  const { id } = await make(moderator, suspension(people))
  await run(id)
  expect(await progressOf(id)).toMatchObject({
    decided: 2,
    skipped: [{ reason: 'This was already in force.', count: 1 }],
  })
  const other = await signUpStaff(t)
  expect((await undo(other, id)).statusCode).toBe(403)

  const undone = await Promise.all([undo(admin, id), undo(admin, id)])
  expect(undone.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  await Promise.all([run(id), run(id)])
  expect(await progressOf(id)).toMatchObject({
    decided: 0,
    undone: 2,
    isRunning: false,
    undoneBy: 'Somebody',
    mayUndo: false,
  })
  expect(await suspendedCount(people)).toBe(1)
  for (const person of people.slice(1)) {
    expect((await statementsOf(person))[0]).toMatchObject({
      state: 'reversed',
      lifted: { answer: 'A mistake. Sorry.' },
    })
  }
  expect(await differences(t)).toEqual([])
  expect(await findAlteredLines(t.db)).toEqual([])
})

test('the moderator who made a batch can undo it while it runs', async () => {
  const people = await signUpMany(4)
  const { id } = await make(moderator, suspension(people))
  const heal = await failAt(3)
  await expect(run(id)).rejects.toThrow()
  await heal()
  expect((await undo(moderator, id)).json<Batch>()).toMatchObject({ isRunning: true, waiting: 1, decided: 3 })
  await run(id)
  expect(await progressOf(id)).toMatchObject({
    isRunning: false,
    undone: 3,
    skipped: [{ reason: 'Undone before it was decided.', count: 1 }],
  })
  expect(await suspendedCount(people)).toBe(0)
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

test('a batch hides comments, and its undo shows them again', async () => {
  const [owner] = await signUpMany(1)
  const ids = [owner!.commentId, await writeComment(owner!.caller, owner!.videoId, 'More')]
  const { id } = await make(moderator, { ...(decision('hide') as BatchBody), kind: 'comment', subjectIds: ids })
  await run(id)
  const shown = async () =>
    (await t.visitor.get(`/api/videos/${owner!.videoId}/comments`)).json<{ comments: object[] }>().comments.length
  expect(await shown()).toBe(0)
  await undo(moderator, id)
  await run(id)
  expect(await shown()).toBe(2)
  expect(await differences(t)).toEqual([])
})

test('comments that were hidden as a wave are shown together', async () => {
  const [owner, other] = await signUpMany(2)
  const words = 'Write me on Telegram, I make you rich in one week'
  const ids = [
    await writeComment(owner!.caller, owner!.videoId, words),
    await writeComment(other!.caller, owner!.videoId, words),
  ]
  const body = { rule: 'spam', facts: 'The same advertisement again and again.' }
  expect((await moderator.caller.post(`/api/comments/${ids[0]}/same-words/decision`, body)).json()).toEqual({
    decidedCount: 2,
  })
  const { batches } = (await admin.caller.get('/api/batches')).json<{ batches: Batch[] }>()
  expect(batches[0]).toMatchObject({ kind: 'comment', measure: 'hide', total: 2, decided: 2, isRunning: false })
  await undo(admin, batches[0]!.id)
  await run(batches[0]!.id)
  const hidden = await t.db
    .selectFrom('comments')
    .select('id')
    .where('id', 'in', ids)
    .where('isHidden', '=', true)
    .execute()
  expect(hidden).toEqual([])
  expect(await differences(t)).toEqual([])
})

test.each(['a batch', 'all decisions of an account'])(
  'undoing %s leaves comments pending that were pending before',
  async (undone) => {
    const [owner] = await signUpMany(1)
    const hasty = await signUpStaff(t)
    const since = new Date().toISOString()
    const words = `Follow me and I follow you back, says every ${undone}`
    const ids = [
      await writeComment(owner!.caller, owner!.videoId, words),
      await writeComment(owner!.caller, owner!.videoId, words),
    ]
    await hideComments(t.db, ids.slice(1), 'hold')
    expect(await hideWave(hasty, ids[0]!)).toEqual({ decidedCount: 2 })
    const { batches } = (await admin.caller.get('/api/batches')).json<{ batches: Batch[] }>()
    if (undone === 'a batch') {
      await undo(admin, batches[0]!.id)
      await run(batches[0]!.id)
    } else {
      await undoDecisions(t.deps, { byPersonId: hasty.user.id, since })
    }
    const comments = await t.db.selectFrom('comments').select(['id', 'hiddenFor']).where('id', 'in', ids).execute()
    expect(new Map(comments.map(({ id, hiddenFor }) => [id, hiddenFor]))).toEqual(
      new Map([
        [ids[0], []],
        [ids[1], ['hold']],
      ]),
    )
    expect(await differences(t)).toEqual([])
  },
)

test('a batch with the id of another one is refused', async () => {
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

const active = { restrictedUntil: null, suspendedUntil: null, deleteAfter: null, hiddenFor: [], isHidden: false }
const notDecided = 'The moderator’s account was not active any more.'
const notUndone = 'The account that undid this was not active any more.'
const notStaff = 'Only moderators and admins can do this.'
type Deactivation = [status: string, change: Updateable<UsersTable>, skipReason: string, undoReason: string]
const deactivations: Deactivation[] = [
  ['restricted', { restrictedUntil: 'infinity' }, notDecided, notUndone],
  ['suspended', { suspendedUntil: 'infinity', hiddenFor: ['suspension'], isHidden: true }, notDecided, notUndone],
  [
    'scheduled for deletion',
    { deleteAfter: 'infinity', hiddenFor: ['deletion'], isHidden: true },
    notDecided,
    notUndone,
  ],
  ['no longer staff', { role: 'member' }, notStaff, notStaff],
]

async function setUser({ user }: Person, columns: Updateable<UsersTable>): Promise<void> {
  await t.db.updateTable('users').set(columns).where('id', '=', user.id).execute()
}

/** Deactivates an account for the rest of the test. */
async function deactivate(person: Person, change: Updateable<UsersTable>): Promise<void> {
  onTestFinished(() => setUser(person, active))
  await setUser(person, change)
}

test.each(deactivations)('a batch decides nothing more once its moderator is %s', async (_, change, reason) => {
  const people = await signUpMany(2)
  const former = await signUpStaff(t)
  const { id } = await make(former, suspension(people))
  await deactivate(former, change)
  await run(id)
  expect(await progressOf(id)).toMatchObject({ decided: 0, skipped: [{ reason, count: 2 }] })
})

test('undoing all decisions of an account also stops its batches', async () => {
  const people = await signUpMany(4)
  const thief = await signUpStaff(t)
  const since = new Date().toISOString()
  const running = await make(thief, suspension(people.slice(0, 2)))
  const heal = await failAt(2)
  await expect(run(running.id)).rejects.toThrow()
  await heal()
  const queued = await make(thief, suspension(people.slice(2)))
  expect(await undoDecisions(t.deps, { byPersonId: thief.user.id, since })).toMatchObject({ decisions: 1, appeals: 0 })
  for (const { id } of [running, queued]) {
    await run(id)
    expect(await progressOf(id)).toMatchObject({ waiting: 0, isRunning: false })
  }
  expect(await suspendedCount(people)).toBe(0)
})

test.each(deactivations)('an admin can continue the undo of a moderator who is %s', async (_, change, __, reason) => {
  const people = await signUpMany(2)
  const former = await signUpStaff(t)
  const { id } = await make(former, suspension(people))
  await run(id)
  await undo(former, id)
  await deactivate(former, change)
  await run(id)
  const left = { isRunning: false, decided: 2, undone: 0, skipped: [{ reason, count: 2 }] }
  expect(await progressOf(id)).toMatchObject({ ...left, mayUndo: false })
  const { batches } = (await admin.caller.get('/api/batches')).json<{ batches: Batch[] }>()
  expect(batches.find((batch) => batch.id === id)).toMatchObject({ ...left, mayUndo: true })
  await undo(admin, id)
  await run(id)
  expect(await progressOf(id)).toMatchObject({ isRunning: false, decided: 0, undone: 2, skipped: [] })
  expect(await suspendedCount(people)).toBe(0)
})

test('a decision that was already reversed counts as undone, even by an inactive moderator', async () => {
  const people = await signUpMany(2)
  const former = await signUpStaff(t)
  const { id } = await make(former, suspension(people))
  await run(id)
  const [statement] = await statementsOf(people[0]!)
  expect((await admin.caller.post(`/api/decisions/${statement!.id}/lift`, { answer: 'Sorry.' })).statusCode).toBe(200)
  await undo(former, id)
  await deactivate(former, { restrictedUntil: 'infinity' })
  await run(id)
  expect(await progressOf(id)).toMatchObject({ decided: 1, undone: 1, skipped: [{ reason: notUndone, count: 1 }] })
})

test('undoing a batch reopens the cases that it closed', async () => {
  const people = await signUpMany(2)
  const reported = people[0]!
  const words = 'Invest with me, I doubled my money in only three days'
  const commentIds = [
    await writeComment(reported.caller, reported.videoId, words),
    await writeComment(reported.caller, reported.videoId, words),
  ]
  await openCaseAbout(t, 'account', reported.user.id)
  await openCaseAbout(t, 'comment', commentIds[1]!)
  const { id } = await make(moderator, suspension(people))
  await run(id)
  const open = async () => {
    const cases = await t.db
      .selectFrom('cases')
      .select('subjectId')
      .where('state', '=', 'open')
      .where('subjectId', 'in', [...people.map(({ user }) => user.id), ...commentIds])
      .orderBy('openedAt')
      .execute()
    return cases.map(({ subjectId }) => subjectId)
  }
  await undo(moderator, id)
  await run(id)
  expect((await open()).toSorted()).toEqual([reported.user.id, commentIds[1]].toSorted())
  await hideWave(moderator, commentIds[0]!)
  expect(await open()).toEqual([reported.user.id])
  const { batches } = (await admin.caller.get('/api/batches')).json<{ batches: Batch[] }>()
  await undo(admin, batches[0]!.id)
  await run(batches[0]!.id)
  expect((await open()).toSorted()).toEqual([reported.user.id, commentIds[1]].toSorted())
  expect(await differences(t)).toEqual([])
})

/** Reports a subject, by default as a new user, and returns the id of its case. */
async function report(kind: 'videos' | 'comments' | 'users', subjectId: string, by?: Person): Promise<string> {
  const { caller } = by ?? (await t.signUp())
  const reply = await caller.post(`/api/${kind}/${subjectId}/report`, { reason: 'hate' })
  const { caseId } = await t.db
    .selectFrom('reports')
    .select('caseId')
    .where('id', '=', reply.json<{ reportId: string }>().reportId)
    .executeTakeFirstOrThrow()
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
  const decided = await t.db.selectFrom('decisions').select('caseId').where('caseId', 'in', caseIds).execute()
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
  [{ seenReports: [] }, 'Please say for each case, and only for cases, how many reports you saw'],
  [{ seenReports: undefined }, 'Please say for each case, and only for cases, how many reports you saw'],
  [{ kind: 'video' }, 'Please say for each case, and only for cases, how many reports you saw'],
  [{ isQuiet: true }, 'Only a case without a violation can stay quiet'],
])('a batch of cases with %j is refused', async (changes, message) => {
  const reply = await send(moderator, decisionAbout('warn', [randomUUID()], changes as Partial<BatchBody>))
  expect([reply.statusCode, reply.json<ErrorReply>().message]).toEqual([400, message])
})

test('waves of comments raise no alarm and displace no batch', async () => {
  const [owner] = await signUpMany(1)
  const busy = await signUpStaff(t)
  const { id } = await make(busy, suspension([owner!]))
  for (let i = 0; i < 21; i++) await hideWave(busy, await writeComment(owner!.caller, owner!.videoId, `Advert ${i}`))
  expect((await listHurriedStaff(t.db)).filter((hurried) => hurried.id === busy.user.id)).toEqual([])
  const { batches } = (await busy.caller.get('/api/batches')).json<{ batches: Batch[] }>()
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
  expect([reply.statusCode, reply.json<ErrorReply>().message]).toEqual([400, message])
})

test('the sixth batch of an hour is refused until an admin resets limits', async () => {
  const limited = await startTestApp({ rateLimits: true })
  onTestFinished(() => limited.stop())
  const hasty = await signUpStaff(limited)
  const alarms: number[] = []
  const statuses: number[] = []
  for (let i = 0; i < 5; i++) {
    const people = await Promise.all(Array.from({ length: 11 }, () => limited.signUp()))
    const id = randomUUID()
    for (const reply of [await send(hasty, suspension(people), id), await send(hasty, suspension(people), id)]) {
      statuses.push(reply.statusCode)
    }
    await decideBatch(limited.deps, { payload: { batchId: id }, signal: new AbortController().signal })
    alarms.push((await listHurriedStaff(limited.db)).length)
  }
  const refused = await send(hasty, suspension([hasty]))
  expect(statuses).toEqual(Array.from({ length: 10 }, () => 200))
  expect(alarms).toEqual([0, 0, 1, 1, 1])
  expect(refused.statusCode).toBe(429)
  expect(refused.json<ErrorReply>().message).toMatch(
    /^You can make 5 batches an hour\. Ask an admin to reset your limits under People\. Try again in/,
  )

  const chief = await signUpStaff(limited, 'admin')
  const reset = (of: Person) => chief.caller.post(`/api/people/${of.user.id}/limits/reset`)
  expect((await reset(chief)).json<ErrorReply>().message).toBe('Another admin has to reset your limits.')
  expect((await reset(hasty)).statusCode).toBe(204)
  expect((await send(hasty, suspension([chief]))).statusCode).toBe(200)
})

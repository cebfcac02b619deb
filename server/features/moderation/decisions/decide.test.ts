import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { CommentPage } from '../../../../contract/social/comments.ts'
import type { Decision } from '../../../../contract/moderation/decisions.ts'
import type { Profile } from '../../../../contract/social/profiles.ts'
import { requestBehind } from '../../../test/database/request-behind.ts'
import { queueUp } from '../../../test/database/queue-up.ts'
import { signInOn } from '../../../test/clients/devices.ts'
import { type Caller, type Person, refusalOf, testApp, testPerson } from '../../../test/test-app.ts'
import { findWrongEnforcement } from '../../site/doctor/enforcement.ts'
import { showComments } from '../../social/comments/hide-comments.ts'
import { deleteVideoRows } from '../../videos/publishing/delete-video.ts'
import { hideVideo } from '../../videos/publishing/hide-video.ts'
import { anonymiseCasesAbout } from '../cases/close-case.ts'
import { endEnforcements } from './enforcement/end-enforcements.ts'
import { changeEnforcement } from './enforcement/enforcement.ts'
import { decideAbout, decision, differences, openCaseAbout, signUpWithThings, writeComment } from './people.fixture.ts'

const t = testApp()
const moderator = testPerson(t, { role: 'moderator' })
const admin = testPerson(t, { role: 'admin' })

const statusFor = async (caller: Caller, url: string) => (await caller.get(url)).statusCode

async function logOf(): Promise<Record<string, unknown>[]> {
  const lines = await t.rows('publicLog', {}, 'number')
  return lines.map(({ entry }) => entry)
}

const profileOf = async (caller: Caller, id: string) =>
  (await caller.get(`/api/users/${id}`)).json<{ user: Profile }>().user

test('a decision starts again after a deadlock', async () => {
  let attempts = 0
  const result = await changeEnforcement(t.deps, async (tx) => {
    attempts++
    if (attempts === 1) await sql`do $$ begin raise deadlock_detected; end $$`.execute(tx)
    return attempts
  })
  expect(result).toBe(2)
})

test('a decision hides a clip, and lifting the decision shows it', async () => {
  const { user, caller, videoId } = await signUpWithThings(t)
  const caseId = await openCaseAbout(t, 'video', videoId)
  const actsBefore = await t.rows('staffLog')
  const reply = await moderator.caller.post(`/api/cases/${caseId}/decision`, decision('hide', { note: 'Again.' }))
  expect(reply.statusCode).toBe(201)
  const decided = reply.json<Decision>()
  expect(decided).toMatchObject({
    caseId,
    kind: 'video',
    subject: 'Clip 0',
    rule: 'spam',
    measure: 'hide',
    until: null,
    note: 'Again.',
    facts: 'It sells watches.',
    source: 'report',
    detected: 'person',
    decidedBy: 'Somebody',
    state: 'in-force',
  })
  expect(await Promise.all([t.visitor, caller].map((who) => statusFor(who, `/api/videos/${videoId}`)))).toEqual([
    404, 200,
  ])
  expect((await profileOf(t.visitor, user.id)).videosCount).toBe(0)
  const entry = {
    kind: 'video',
    rule: 'spam',
    measure: 'hide',
    duration: null,
    source: 'report',
    detected: 'person',
    sameJudge: false,
  }
  expect((await logOf()).at(-1)).toEqual({ event: 'decided', ...entry })

  const again = await admin.caller.post(`/api/cases/${caseId}/decision`, decision('none'))
  expect([again.statusCode, again.json()]).toMatchObject([
    409,
    { code: 'CONFLICT', message: 'This has already been decided.' },
  ])

  const lift = () => moderator.caller.post(`/api/decisions/${decided.id}/lift`, { answer: 'A mistake. Sorry.' })
  expect((await lift()).json()).toMatchObject({ id: decided.id, state: 'reversed', outcome: null })
  expect(await statusFor(t.visitor, `/api/videos/${videoId}`)).toBe(200)
  expect((await profileOf(t.visitor, user.id)).videosCount).toBe(1)
  expect((await logOf()).at(-1)).toEqual({ event: 'reversed', ...entry })
  expect((await lift()).statusCode).toBe(409)
  const acts = (await t.rows('staffLog', {}, 'id')).slice(actsBefore.length)
  expect(acts).toMatchObject(['decide', 'lift'].map((act) => ({ actorId: moderator.user.id, act })))
  expect(await differences(t)).toEqual([])
})

test('hiding or showing a comment updates the comment count', async () => {
  const { caller, videoId, commentId } = await signUpWithThings(t)
  const shown = async () => {
    const { comments } = (await t.visitor.get(`/api/videos/${videoId}/comments`)).json<{ comments: unknown[] }>()
    const { commentsCount } = (await t.visitor.get(`/api/videos/${videoId}`)).json<{ commentsCount: number }>()
    return [comments.length, commentsCount]
  }
  expect(await shown()).toEqual([1, 1])
  const { id } = await decideAbout(moderator, { kind: 'comment', subjectId: commentId }, decision('hide'))
  expect(await shown()).toEqual([0, 0])
  // The author still sees it in its place, marked as hidden.
  const younger = await writeComment(caller, videoId, 'Another')
  const seenBy = async (who: Caller) =>
    (await who.get(`/api/videos/${videoId}/comments`))
      .json<CommentPage>()
      .comments.map((comment) => [comment.id, comment.isHidden])
  expect(await seenBy(caller)).toEqual([
    [younger, undefined],
    [commentId, true],
  ])
  expect(await seenBy((await t.signUp()).caller)).toEqual([[younger, undefined]])
  expect((await caller.delete(`/api/comments/${younger}`)).statusCode).toBe(204)
  await moderator.caller.post(`/api/decisions/${id}/lift`, { answer: 'It is fine.' })
  expect(await shown()).toEqual([1, 1])
  expect(await seenBy(caller)).toEqual([[commentId, undefined]])
  expect(await differences(t)).toEqual([])
})

test('lifting one decision keeps the effects of another decision in force', async () => {
  const { user, videoId } = await signUpWithThings(t)
  const hides = [
    await decideAbout(moderator, { kind: 'video', subjectId: videoId }, decision('hide')),
    await decideAbout(moderator, { kind: 'video', subjectId: videoId }, decision('hide', { rule: 'hate' })),
  ]
  const account = { kind: 'account', subjectId: user.id } as const
  const suspends = [
    await decideAbout(admin, account, decision('suspend', { until: new Date(Date.now() + 60_000).toISOString() })),
    await decideAbout(moderator, account, decision('suspend')),
  ]
  const seen: number[] = []
  for (const { id } of [...suspends, ...hides]) {
    await moderator.caller.post(`/api/decisions/${id}/lift`, { answer: 'It is fine.' })
    seen.push(await statusFor(t.visitor, `/api/videos/${videoId}`))
    seen.push(await statusFor(t.visitor, `/api/users/${user.id}`))
  }
  expect(seen).toEqual([404, 404, 404, 200, 404, 200, 200, 200])
  expect(await differences(t)).toEqual([])
})

test('of two concurrent decisions about a clip without a case, the second is refused', async () => {
  const { videoId } = await signUpWithThings(t)
  const about = { ...decision('hide'), kind: 'video', subjectId: videoId }
  const hide = ({ caller }: Person) => caller.post('/api/decisions', about)
  const statuses = await queueUp(
    t,
    'videos',
    videoId,
    () => hide(moderator),
    () => hide(admin),
  )
  expect(statuses).toEqual([201, 409])
})

test('a later decision is refused if it would repeat one in force', async () => {
  const { user, videoId } = await signUpWithThings(t)
  const clip = { kind: 'video', subjectId: videoId }
  const account = { kind: 'account', subjectId: user.id }
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString()
  const decide = async (about: object, ...given: Parameters<typeof decision>) =>
    (await admin.caller.post('/api/decisions', { ...decision(...given), ...about })).statusCode

  expect([await decide(clip, 'hide'), await decide(clip, 'hide')]).toEqual([201, 409])
  expect(await decide(clip, 'hide', { rule: 'hate' })).toBe(201)
  // A person may be warned again.
  expect([await decide(account, 'warn'), await decide(account, 'warn')]).toEqual([201, 201])
  const ends = [inDays(7), inDays(7), inDays(1), inDays(30), null, null]
  const statuses = []
  for (const until of ends) statuses.push(await decide(account, 'restrict', { until }))
  expect(statuses).toEqual([201, 409, 409, 201, 201, 409])

  // A report of the account awaits an answer, which is a decision of its own.
  await t.visitor.post(`/api/users/${user.id}/report`, { reason: 'hate' })
  expect(await decide(account, 'restrict')).toBe(201)
})

test.each(['none', 'warn'] as const)(
  'the decision %j does not deadlock with the removal of the account',
  async (measure) => {
    const { user } = await t.signUp()
    const caseId = await openCaseAbout(t, 'account', user.id)
    const decide = () => moderator.caller.post(`/api/cases/${caseId}/decision`, decision(measure))
    const { statusCode } = await requestBehind(t, decide, async (tx, untilItWaits) => {
      // The locks of the removal, in its order.
      await sql`select from users where id = ${user.id} for update`.execute(tx)
      await untilItWaits()
      await anonymiseCasesAbout(tx, user.id)
    })
    expect(statusCode).toBe(409)
  },
)

test('a restriction does not deadlock with the deletion of the clip that it is about', async () => {
  const { user, videoId } = await signUpWithThings(t)
  const about = { ...decision('restrict'), kind: 'video', subjectId: videoId }
  const restrict = () => moderator.caller.post('/api/decisions', about)
  const { statusCode } = await requestBehind(t, restrict, async (tx, untilItWaits) => {
    await sql`select from videos where id = ${videoId} for update`.execute(tx)
    await untilItWaits()
    await deleteVideoRows(tx, videoId, user.id)
  })
  expect(statusCode).toBe(404)
})

test('restricted users can read but not create anything until the restriction ends', async () => {
  const { user, caller, videoId } = await signUpWithThings(t)
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const about = { kind: 'account', subjectId: user.id } as const
  const { id } = await decideAbout(moderator, about, decision('restrict', { until }))
  expect((await caller.get('/api/user')).json()).toMatchObject({ standing: 'restricted', unseenDecisions: 1 })
  const refused = await caller.post(`/api/videos/${videoId}/comments`, { text: 'But' })
  expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: 'ACCOUNT_RESTRICTED' }])
  expect(await statusFor(t.visitor, `/api/videos/${videoId}`)).toBe(200)

  await endEnforcements(t.deps)
  const stateOf = () => t.row('decisions', id)
  expect(await stateOf()).toMatchObject({ state: 'in-force' })
  const over = '2020-01-01T00:00:00Z'
  await t.change('decisions', id, { until: over })
  await t.change('users', user.id, { restrictedUntil: over })
  expect((await caller.get('/api/user')).json()).toMatchObject({ standing: 'active' })
  await endEnforcements(t.deps)
  expect(await stateOf()).toMatchObject({ state: 'over' })
  expect((await logOf()).at(-1)).toMatchObject({ event: 'over', measure: 'restrict', duration: 'days' })
  expect((await caller.post(`/api/videos/${videoId}/comments`, { text: 'Now' })).statusCode).toBe(201)
})

test('the end of a suspension restores the former state of all content', async () => {
  const { user, caller, videoId, commentId } = await signUpWithThings(t)
  const elsewhere = await signUpWithThings(t)
  await writeComment(caller, elsewhere.videoId)
  await decideAbout(moderator, { kind: 'comment', subjectId: commentId }, decision('hide'))
  const before = await everything()
  const countEnds = async () => (await logOf()).filter(({ event }) => event === 'over').length
  const ends = await countEnds()
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const { id } = await decideAbout(moderator, { kind: 'video', subjectId: videoId }, decision('suspend', { until }))
  const back = await signInOn(t, user.email)
  expect((await back.get('/api/user')).json()).toMatchObject({ standing: 'suspended' })
  const urls = [`/api/users/${user.id}`, `/api/videos/${videoId}`]
  expect(await Promise.all(urls.map((url) => statusFor(t.visitor, url)))).toEqual([404, 404])
  expect((await t.visitor.get(`/api/videos/${elsewhere.videoId}`)).json()).toMatchObject({ commentsCount: 1 })
  expect(await differences(t)).toEqual([])

  await t.change('decisions', id, { until: '2020-01-01T00:00:00Z' })
  await Promise.all([endEnforcements(t.deps), endEnforcements(t.deps)])
  expect(await everything()).toEqual(before)
  expect(await Promise.all(urls.map((url) => statusFor(t.visitor, url)))).toEqual([200, 200])
  expect(await countEnds()).toBe(ends + 1)
  expect(await differences(t)).toEqual([])
})

test('the doctor repairs effects without a decision and decisions without effects', async () => {
  const { user, videoId, commentId } = await signUpWithThings(t)
  await decideAbout(moderator, { kind: 'comment', subjectId: commentId }, decision('hide'))
  await hideVideo(t.deps, videoId, 'moderation')
  await t.db.transaction().execute((tx) => showComments(tx, [commentId], 'moderation'))
  await t.change('users', user.id, { restrictedUntil: 'infinity' })
  const found = await findWrongEnforcement(t.db)
  expect(found.map(({ line }) => line)).toEqual([
    `comment ${commentId} is shown against a decision in force`,
    `the account status of user ${user.id} contradicts the decisions in force`,
    `video ${videoId} is hidden by no decision in force`,
  ])
  for (const { repair } of found) await repair!(t.deps)
  expect(await findWrongEnforcement(t.db)).toEqual([])
})

/** The columns that enforcement changes. */
async function everything(): Promise<unknown> {
  return {
    users: await t.db
      .selectFrom('users')
      .select(['id', 'hiddenFor', 'isHidden', 'restrictedUntil', 'suspendedUntil', 'videosCount', 'totalViews'])
      .orderBy('id')
      .execute(),
    videos: await t.db
      .selectFrom('videos')
      .select(['id', 'hiddenFor', 'isHidden', 'commentsCount'])
      .orderBy('id')
      .execute(),
    comments: await t.db.selectFrom('comments').select(['id', 'hiddenFor', 'isHidden']).orderBy('id').execute(),
    objects: await t.db.selectFrom('objects').select(['id', 'state']).orderBy('id').execute(),
  }
}

test.each([
  [{ rule: undefined }, 'Please choose the rule'],
  [{ rule: 'boredom' }, 'Please choose the rule'],
  [{ facts: undefined }, 'Please describe what you saw, and where'],
  [{ facts: '  ' }, 'Please describe what you saw, and where'],
  [{ facts: 'x'.repeat(2_001) }, 'Please use at most 2,000 characters for the facts'],
  [{ measure: 'shadow' }, 'Please choose an action'],
  [{ until: '2040-01-01T00:00:00Z' }, 'Only a restriction or a suspension has an end'],
  [{ measure: 'restrict', until: '2020-01-01T00:00:00Z' }, 'Please choose a time in the future'],
  [{ measure: 'restrict', until: '9999-12-31T23:59:59.9999999Z' }, 'Please choose an earlier time'],
])('a decision with %j is refused, and the case remains open', async (changes, message) => {
  const { videoId } = await signUpWithThings(t)
  const caseId = await openCaseAbout(t, 'video', videoId)
  const reply = await moderator.caller.post(`/api/cases/${caseId}/decision`, { ...decision('hide'), ...changes })
  expect([reply.statusCode, reply.json()]).toMatchObject([400, { code: 'VALIDATION_FAILED', message }])
  const open = await t.row('cases', caseId)
  expect(open).toMatchObject({ state: 'open' })
})

test('neither accounts nor deleted content can be hidden', async () => {
  const { user, caller, videoId } = await signUpWithThings(t)
  const account = await openCaseAbout(t, 'account', user.id)
  expect((await moderator.caller.post(`/api/cases/${account}/decision`, decision('hide'))).json()).toMatchObject({
    message: 'An account is restricted or suspended, not hidden',
  })
  const caseId = await openCaseAbout(t, 'video', videoId)
  await caller.delete(`/api/videos/${videoId}`)
  await t.change('cases', caseId, { state: 'open', closedAt: null })
  const gone = await moderator.caller.post(`/api/cases/${caseId}/decision`, decision('hide'))
  expect(refusalOf(gone)).toEqual([409, 'It no longer exists.'])
  expect((await moderator.caller.post(`/api/cases/${caseId}/decision`, decision('warn'))).statusCode).toBe(201)
  const unknown = { ...decision('hide'), kind: 'video', subjectId: randomUUID() }
  expect((await moderator.caller.post('/api/decisions', unknown)).statusCode).toBe(404)
})

test('a suspension needs a recent confirmation and cannot concern admins', async () => {
  const other = await t.signUp({ role: 'admin' })
  const [first, second] = [await signUpWithThings(t), await signUpWithThings(t)]
  const comment = await writeComment(other.caller, first.videoId)
  const suspend = (subjectId: string, kind: string, by = admin) =>
    by.caller.post('/api/decisions', { ...decision('suspend'), kind, subjectId })
  expect((await suspend(comment, 'comment')).statusCode).toBe(403)
  expect((await suspend(other.user.id, 'account')).statusCode).toBe(403)

  const confirmedAt = (text: string) => t.change('sessions', { userId: moderator.user.id }, { confirmedAt: text })
  const { id } = (await suspend(second.user.id, 'account', moderator)).json<Decision>()
  await confirmedAt('2020-01-01T00:00:00Z')
  onTestFinished(() => confirmedAt(new Date().toISOString()))
  expect((await suspend(first.user.id, 'account', moderator)).json()).toMatchObject({ code: 'CONFIRM_REQUIRED' })
  const lift = await moderator.caller.post(`/api/decisions/${id}/lift`, { answer: 'Fine.' })
  expect(lift.json()).toMatchObject({ code: 'CONFIRM_REQUIRED' })
  expect(await statusFor(t.visitor, `/api/users/${first.user.id}`)).toBe(200)
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Statement } from '../../../contract/moderation/decisions.ts'
import { insertVideos, startTestApp, type TestApp } from '../../test/test-app.ts'
import { forgetTexts } from './forget-texts.ts'
import { findHurriedStaff } from './hurried-staff.ts'
import { decideAbout, decision, differences, openCaseAbout, signUpStaff, signUpWithThings } from './people.fixture.ts'
import { undoDecisions } from './undo.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

test('A9: three hundred decisions of one account are undone, with a sentence to each person', async () => {
  const [thief, other] = [await signUpStaff(t), await signUpStaff(t)]
  const people = await Promise.all(Array.from({ length: 10 }, () => signUpWithThings(t)))
  const kept = await decideAbout(other, { kind: 'video', subjectId: people[0]!.videoId }, decision('hide'))
  const since = new Date().toISOString()
  const measures = ['restrict', 'hide', 'none', 'hide', 'warn'] as const
  for (const { user } of people) {
    for (const [i, subjectId] of (await insertVideos(t, user.id, 29)).entries()) {
      await decideAbout(thief, { kind: 'video', subjectId }, decision(measures[i % measures.length]!))
    }
    await decideAbout(thief, { kind: 'account', subjectId: user.id }, decision('suspend'))
  }
  expect((await t.visitor.get('/api/videos')).json()).toMatchObject({ videos: [] })
  expect(await findHurriedStaff(t.db)).toEqual([
    { id: thief.user.id, displayName: 'Somebody', decisions: 300, suspensions: 10 },
  ])

  expect(await undoDecisions(t.deps, { byPersonId: thief.user.id, since })).toEqual({ decisions: 300, appeals: 0 })
  expect(await undoDecisions(t.deps, { byPersonId: thief.user.id, since })).toEqual({ decisions: 0, appeals: 0 })
  expect(await differences(t)).toEqual([])
  const hidden = await t.db.selectFrom('videos').select('id').where('isHidden', '=', true).execute()
  expect(hidden).toEqual([{ id: people[0]!.videoId }])
  const standing = await t.db.selectFrom('decisions').select('id').where('state', '=', 'in-force').execute()
  expect(standing).toEqual([{ id: kept.id }])
  for (const { caller } of people) {
    const { decisions } = (await caller.get('/api/account/decisions')).json<{ decisions: Statement[] }>()
    const lifted = decisions.filter(({ id }) => id !== kept.id)
    expect(lifted).toHaveLength(24)
    expect(new Set(lifted.map((statement) => statement.lifted?.answer))).toEqual(
      new Set(['This decision should not have been made, and has been undone. Everything is as it was before.']),
    )
  }
  // What the thief found to be nothing waits for another look.
  const { rows } = await sql<{ count: number }>`select count(*) from cases where state = 'open'`.execute(t.db)
  expect(rows[0]?.count).toBe(60)
})

test('appeals that a stolen account has turned down wait again', async () => {
  const [judge, thief, person] = [await signUpStaff(t), await signUpStaff(t), await signUpWithThings(t)]
  const { id } = await decideAbout(judge, { kind: 'video', subjectId: person.videoId }, decision('hide'))
  await person.caller.post(`/api/account/decisions/${id}/appeal`, { text: 'Please look.' })
  const since = new Date().toISOString()
  await thief.caller.post(`/api/decisions/${id}/answer`, { outcome: 'upheld', answer: 'No.' })
  expect(await undoDecisions(t.deps, { byPersonId: thief.user.id, since })).toEqual({ decisions: 0, appeals: 1 })
  expect((await judge.caller.get('/api/appeals')).json()).toMatchObject({
    appeals: expect.arrayContaining([expect.objectContaining({ text: 'Please look.' })]),
  })
})

test('A9: the 61st decision of an hour is refused, and the 11th suspension', async () => {
  const limited = await startTestApp({ rateLimits: true })
  onTestFinished(() => limited.stop())
  const [moderator, second] = [await signUpStaff(limited), await signUpStaff(limited)]
  const { user } = await limited.signUp()
  const statuses: number[] = []
  for (const subjectId of await insertVideos(limited, user.id, 61)) {
    const caseId = await openCaseAbout(limited, 'video', subjectId)
    statuses.push((await moderator.caller.post(`/api/cases/${caseId}/decision`, decision('warn'))).statusCode)
  }
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 201), 429])
  expect(await findHurriedStaff(limited.db)).toMatchObject([{ decisions: 60, suspensions: 0 }])

  const suspended: number[] = []
  for (let i = 0; i < 11; i++) {
    const body = { ...decision('suspend'), kind: 'account', subjectId: user.id }
    suspended.push((await second.caller.post('/api/decisions', body)).statusCode)
  }
  expect(suspended).toEqual([...Array.from({ length: 10 }, () => 201), 429])
})

test('the words of what is long over are forgotten; rule and measure stay', async () => {
  const [moderator, person] = [await signUpStaff(t), await signUpWithThings(t)]
  const about = { kind: 'video', subjectId: person.videoId } as const
  const caseId = await openCaseAbout(t, 'video', person.videoId)
  await t.db
    .insertInto('reports')
    .values({ videoId: person.videoId, caseId, reason: 'other', otherText: 'My cat', closedAt: '2020-01-01T00:00:00Z' })
    .execute()
  const warned = (await moderator.caller.post(`/api/cases/${caseId}/decision`, decision('warn', { note: 'Hm' }))).json<{
    id: string
  }>()
  const hidden = await decideAbout(moderator, about, decision('hide'))
  const textsOf = async (id: string) =>
    t.db
      .selectFrom('decisions')
      .innerJoin('cases', 'cases.id', 'caseId')
      .leftJoin('reports', 'reports.caseId', 'cases.id')
      .select(['facts', 'note', 'appealText', 'snapshot', 'otherText', 'measure', 'rule'])
      .where('decisions.id', '=', id)
      .executeTakeFirst()
  const age = async (days: number) => {
    const at = new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString()
    const ids = [warned.id, hidden.id]
    await t.db.updateTable('decisions').set({ decidedAt: at }).where('id', 'in', ids).execute()
    await t.db.updateTable('cases').set({ closedAt: at }).where('subjectId', '=', person.videoId).execute()
  }
  await person.caller.post(`/api/account/decisions/${warned.id}/appeal`, { text: 'No.' })
  const before = await textsOf(warned.id)
  await age(214)
  await forgetTexts(t.db)
  expect(await textsOf(warned.id)).toEqual(before)
  await age(216)
  await forgetTexts(t.db)
  // An appeal waits for its answer.
  expect(await textsOf(warned.id)).toEqual(before)
  await (await signUpStaff(t)).caller.post(`/api/decisions/${warned.id}/answer`, { outcome: 'upheld', answer: 'Yes.' })
  await forgetTexts(t.db)
  expect(await textsOf(warned.id)).toEqual({
    facts: null,
    note: null,
    appealText: null,
    snapshot: {},
    otherText: null,
    measure: 'warn',
    rule: 'spam',
  })
  // What still holds keeps its reasons.
  expect(await textsOf(hidden.id)).toMatchObject({ facts: 'It sells watches.' })
  expect((await person.caller.get('/api/account/decisions')).json()).toMatchObject({
    decisions: expect.arrayContaining([expect.objectContaining({ id: warned.id, facts: null, subject: '' })]),
  })
})

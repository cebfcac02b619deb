import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Case } from '../../../../contract/moderation/cases.ts'
import type { Statement } from '../../../../contract/moderation/appeals.ts'
import { copyrightNoticeAbout, counterNotice } from '../../../test/takedown-notices.ts'
import { refusalOf, testApp, testPerson } from '../../../test/test-app.ts'
import {
  decideAbout,
  decision,
  differences,
  type Person,
  signUpWithThings,
  statementOf,
} from '../decisions/people.fixture.ts'
import { listCounterNotices } from './counter-notices.ts'
import { deleteOldDecisionTexts } from './delete-old-texts.ts'
import { restoreCountered } from './restore-countered.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const t = testApp()
const moderator = testPerson(t, { role: 'moderator' })
const admin = testPerson(t, { role: 'admin' })

const canaryNotice = {
  ...counterNotice,
  name: 'Canary Maker',
  contact: '2 Canary Street, 555-0100',
  signature: 'Canary Maker',
}

/** Hides a clip after a copyright notice. @returns Its owner, the decision and the case. */
async function hideForCopyright() {
  const person = await signUpWithThings(t)
  await t.visitor.post('/api/notices', copyrightNoticeAbout(person.videoId))
  const about = { kind: 'video', subjectId: person.videoId } as const
  const { id, caseId } = await decideAbout(moderator, about, decision('hide', { rule: 'copyright' }))
  return { ...person, id, caseId }
}

const counter = ({ caller }: Person, id: string, changes: object = {}) =>
  caller.post(`/api/account/decisions/${id}/counter-notice`, { ...canaryNotice, ...changes })

const isShown = async (videoId: string) => (await t.visitor.get(`/api/videos/${videoId}`)).statusCode === 200

const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

const setRestoreOn = (decisionId: string, restoreOn: string) =>
  t.change('counterNotices', { decisionId }, { restoreOn })

const markCourt = (id: string, isCourtAction: boolean) =>
  admin.caller.put(`/api/decisions/${id}/court-action`, { isCourtAction })

test('only one of twenty concurrent counter-notices is stored', async () => {
  const person = await hideForCopyright()
  expect(await statementOf(person, person.id)).toMatchObject({ mayCounter: true, counterNotice: null })
  const replies = await Promise.all(Array.from({ length: 20 }, () => counter(person, person.id)))
  const kept = replies.filter(({ statusCode }) => statusCode === 201)
  expect(kept).toHaveLength(1)
  const statement = kept[0]!.json<Statement>()
  expect(statement).toMatchObject({
    mayCounter: false,
    counterNotice: { day: dayIn(0), isCourtAction: false },
  })
  // The period covers twelve weekdays and the weekends between them.
  const days = (Date.parse(statement.counterNotice!.restoreOn) - Date.parse(dayIn(0))) / DAY_MS
  expect([16, 17, 18]).toContain(days)
  for (const reply of replies.filter(({ statusCode }) => statusCode !== 201)) {
    expect(refusalOf(reply)).toEqual([409, 'You’ve already sent a counter-notice.'])
  }

  const seenByStaff = await moderator.caller.get(`/api/cases/${person.caseId}`)
  expect(seenByStaff.json<Case>().decisions).toMatchObject([
    { counterNotice: { explanation: 'I made it.', restoreOn: statement.counterNotice!.restoreOn } },
  ])
  expect(seenByStaff.body + kept[0]!.body).not.toMatch(/Canary/)
  const [sent] = await listCounterNotices(t.db, { limit: 1 })
  expect(sent).toMatchObject({
    name: 'Canary Maker',
    contact: '2 Canary Street, 555-0100',
    signature: 'Canary Maker',
    explanation: 'I made it.',
    address: `/video/${person.videoId}`,
    claimants: ['A claimant <claimant@example.org>'],
  })
})

test('content is restored on the due day of its counter-notice', async () => {
  const person = await hideForCopyright()
  await counter(person, person.id)
  await restoreCountered(t.deps)
  await setRestoreOn(person.id, dayIn(1))
  await restoreCountered(t.deps)
  expect(await isShown(person.videoId)).toBe(false)

  await setRestoreOn(person.id, dayIn(0))
  await Promise.all([restoreCountered(t.deps), restoreCountered(t.deps)])
  expect(await isShown(person.videoId)).toBe(true)
  expect(await statementOf(person, person.id)).toMatchObject({
    state: 'reversed',
    isSeen: false,
    lifted: {
      answer: 'We haven’t heard of a court action since your counter-notice, so your content is visible again.',
    },
  })
  expect(await differences(t)).toEqual([])
  const lines = await t.rows('publicLog', {}, 'number')
  expect(lines.slice(-2).map(({ entry }) => entry['event'])).toEqual(['decided', 'reversed'])
})

test('an open appeal that is answered by a restoration names no moderator', async () => {
  const person = await hideForCopyright()
  await person.caller.post(`/api/account/decisions/${person.id}/appeal`, { text: 'It is my own film.' })
  await counter(person, person.id)
  await setRestoreOn(person.id, dayIn(0))
  await restoreCountered(t.deps)
  expect(await statementOf(person, person.id)).toMatchObject({ appeal: { outcome: 'reversed', sameJudge: null } })
})

test("the content stays hidden while the claimant's court action is pending", async () => {
  const person = await hideForCopyright()
  expect((await markCourt(person.id, true)).statusCode).toBe(404)
  await counter(person, person.id)
  await setRestoreOn(person.id, dayIn(-1))
  expect((await markCourt(person.id, true)).statusCode).toBe(204)
  await restoreCountered(t.deps)
  expect(await isShown(person.videoId)).toBe(false)
  expect(await statementOf(person, person.id)).toMatchObject({ counterNotice: { isCourtAction: true } })

  expect((await markCourt(person.id, false)).statusCode).toBe(204)
  await restoreCountered(t.deps)
  expect(await isShown(person.videoId)).toBe(true)
  expect((await markCourt(person.id, true)).json()).toMatchObject({
    code: 'CONFLICT',
    message: 'This decision is no longer in force.',
  })
  const logged = (await t.rows('staffLog', { act: 'court-action' }, 'id')).map(({ subject }) => subject)
  expect(logged).toEqual([true, false].map((isCourtAction) => ({ decisionId: person.id, isCourtAction })))
})

test('admins cannot delete the record of a court action about their own content', async () => {
  const person = await hideForCopyright()
  await counter(person, person.id)
  await t.change('users', person.user.id, { role: 'admin' })
  const markOwn = (isCourtAction: boolean) =>
    person.caller.put(`/api/decisions/${person.id}/court-action`, { isCourtAction })
  expect((await markOwn(true)).statusCode).toBe(204)
  expect((await markOwn(false)).json()).toMatchObject({
    code: 'ACCESS_DENIED',
    message: 'This is about you, so another admin has to do this.',
  })
  expect(await statementOf(person, person.id)).toMatchObject({ counterNotice: { isCourtAction: true } })
  expect((await markCourt(person.id, false)).statusCode).toBe(204)
  await t.change('users', person.user.id, { role: 'member' })
})

test('a counter-notice does not reverse the decision about a permanently removed clip', async () => {
  const person = await hideForCopyright()
  await counter(person, person.id)
  await setRestoreOn(person.id, dayIn(0))
  const ground = { rule: 'copyright', facts: 'The whole film.' }
  expect((await admin.caller.post(`/api/cases/${person.caseId}/erase`, ground)).statusCode).toBe(204)
  await sql`delete from erased_files`.execute(t.db)
  await restoreCountered(t.deps)
  expect(await statementOf(person, person.id)).toMatchObject({ state: 'in-force', isPermanent: true, lifted: null })
})

test('if a court action and a restoration are concurrent, exactly one takes effect', async () => {
  for (let round = 0; round < 5; round++) {
    const person = await hideForCopyright()
    await counter(person, person.id)
    await setRestoreOn(person.id, dayIn(0))
    const [marked] = await Promise.all([markCourt(person.id, true), restoreCountered(t.deps)])
    expect([await isShown(person.videoId), marked.statusCode]).toEqual(
      marked.statusCode === 204 ? [false, 204] : [true, 409],
    )
  }
})

test('a counter-notice requires existing content that a copyright notice hid', async () => {
  const person = await hideForCopyright()
  const about = { kind: 'comment', subjectId: person.commentId } as const
  const reported = await decideAbout(moderator, about, decision('hide', { rule: 'copyright' }))
  expect((await counter(person, reported.id)).json()).toMatchObject({
    code: 'CONFLICT',
    message: 'Counter-notices are only for content hidden after a copyright notice. You can appeal instead.',
  })
  await person.caller.delete(`/api/videos/${person.videoId}`)
  expect(await statementOf(person, person.id)).toMatchObject({ mayCounter: false })
  expect((await counter(person, person.id)).statusCode).toBe(409)
})

test.each([
  ['explanation', ' ', 'Please explain why it was a mistake'],
  ['name', '', 'Please enter your name'],
  ['contact', '\n', 'Please enter a postal address and a phone number'],
  ['isMistaken', false, 'Please confirm that it was hidden by mistake'],
  ['acceptsCourt', undefined, 'Please confirm that you accept the court’s jurisdiction'],
  ['signature', '\u200b', 'Please sign with your full name'],
])('a counter-notice without its %s is refused with a message', async (field, value, message) => {
  const person = await hideForCopyright()
  const reply = await counter(person, person.id, { [field]: value })
  expect(refusalOf(reply)).toEqual([400, message])
})

test('staff see how many copyright notices against a user were upheld', async () => {
  const person = await hideForCopyright()
  const countOf = async () =>
    (await moderator.caller.get(`/api/cases/${person.caseId}`)).json<Case>().person?.copyrightCount
  expect(await countOf()).toBe(1)
  // A decision under the same rule that no notice caused does not count.
  const about = { kind: 'comment', subjectId: person.commentId } as const
  await decideAbout(moderator, about, decision('hide', { rule: 'copyright' }))
  expect(await countOf()).toBe(1)
  await moderator.caller.post(`/api/decisions/${person.id}/lift`, { answer: 'It was somebody else’s.' })
  expect(await countOf()).toBe(0)
})

test('a counter-notice’s text is deleted with the text of its decision', async () => {
  const person = await hideForCopyright()
  await counter(person, person.id)
  await deleteOldDecisionTexts(t.db)
  const read = () => t.row('counterNotices', { decisionId: person.id })
  expect(await read()).toMatchObject({ name: 'Canary Maker' })
  await setRestoreOn(person.id, dayIn(0))
  await restoreCountered(t.deps)
  const endedAt = sql<string>`now() - interval '216 days'`
  await t.change('decisions', person.id, { endedAt })
  await deleteOldDecisionTexts(t.db)
  expect(await read()).toMatchObject({ name: null, contact: null, explanation: null, signature: null })
})

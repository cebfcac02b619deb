import { expect, test } from 'vitest'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import type { Appeal, listAppeals } from '../../../../contract/moderation/appeals.ts'
import type { Decision } from '../../../../contract/moderation/decisions.ts'
import type { OwnUser } from '../../../../contract/account/users.ts'
import { signInOn } from '../../../test/clients/devices.ts'
import { appOfTest, testApp, testPerson } from '../../../test/test-app.ts'
import { removeAccount } from '../../account/deletion/remove-account.ts'
import { readOverview } from '../../site/admin/overview.ts'
import {
  type Person,
  decideAbout,
  decision,
  differences,
  signUpWithThings,
  statementOf,
  statementsOf,
  openCaseAbout,
} from '../decisions/people.fixture.ts'
import { deleteOldDecisionTexts } from './delete-old-texts.ts'

type AppealPage = ResponseOf<typeof listAppeals>

const DAY_MS = 24 * 60 * 60 * 1000

const t = testApp()
const moderator = testPerson(t, { role: 'moderator' })
const other = testPerson(t, { role: 'moderator' })

/** Creates a clip that a moderator has hidden. */
async function hideOne() {
  const person = await signUpWithThings(t)
  const { id } = await decideAbout(moderator, { kind: 'video', subjectId: person.videoId }, decision('hide'))
  return { ...person, id }
}

const appeal = ({ caller }: Person, id: string) =>
  caller.post(`/api/account/decisions/${id}/appeal`, { text: 'It is my own cat.' })

const answer = (judge: Person, id: string, outcome = 'reversed') =>
  judge.caller.post(`/api/decisions/${id}/answer`, { outcome, answer: 'We have looked again.' })

const unseenOf = async ({ caller }: Person) => (await caller.get('/api/user')).json<OwnUser>().unseenDecisions

async function makeOlder(id: string, days: number): Promise<void> {
  const decidedAt = new Date(Date.now() - days * DAY_MS).toISOString()
  await t.change('decisions', id, { decidedAt })
}

test('only one of fifty concurrent appeals against a decision is stored', async () => {
  const { id, ...person } = await hideOne()
  const replies = await Promise.all(Array.from({ length: 50 }, () => appeal(person, id)))
  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
  const refused = replies.filter(({ statusCode }) => statusCode !== 201)
  for (const reply of refused) {
    expect([reply.statusCode, reply.json()]).toMatchObject([
      409,
      { code: 'APPEAL_OVER', message: 'You’ve already appealed this. Each decision can be appealed only once.' },
    ])
  }
  const { appeals } = (await other.caller.get('/api/appeals')).json<{ appeals: Appeal[] }>()
  expect(appeals.filter((waiting) => waiting.decision.id === id)).toMatchObject([
    { text: 'It is my own cat.', whyNot: null, decision: { measure: 'hide', subject: 'Clip 0' } },
  ])
})

test('an appeal is accepted on the 184th day and refused on the 185th', async () => {
  const [early, late] = [await hideOne(), await hideOne()]
  await makeOlder(early.id, 184)
  await makeOlder(late.id, 185)
  expect(await statementOf(early, early.id)).toMatchObject({ mayAppeal: true })
  expect(await statementOf(late, late.id)).toMatchObject({ mayAppeal: false })
  expect((await appeal(early, early.id)).statusCode).toBe(201)
  const refused = await appeal(late, late.id)
  expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'APPEAL_OVER' }])
})

test('the moderator who made a decision cannot judge the appeal against it', async () => {
  const { id, ...person } = await hideOne()
  await appeal(person, id)
  const refused = await answer(moderator, id)
  expect([refused.statusCode, refused.json()]).toMatchObject([
    403,
    { code: 'ACCESS_DENIED', message: 'You made this decision, so another moderator has to answer the appeal.' },
  ])
  const { appeals } = (await moderator.caller.get('/api/appeals')).json<{ appeals: Appeal[] }>()
  expect(appeals.find((waiting) => waiting.decision.id === id)?.whyNot).toBe(
    refused.json<{ message: string }>().message,
  )
  expect((await t.visitor.get(`/api/videos/${person.videoId}`)).statusCode).toBe(404)

  const replies = await Promise.all(Array.from({ length: 5 }, () => answer(other, id)))
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409, 409])
  const answered = replies.find(({ statusCode }) => statusCode === 200)!
  expect(answered.json<Decision>()).toMatchObject({ state: 'reversed', outcome: 'reversed' })
  expect((await t.visitor.get(`/api/videos/${person.videoId}`)).statusCode).toBe(200)
  expect((await t.rows('publicLog', {}, 'number')).at(-1)?.entry).toMatchObject({
    event: 'reversed',
    measure: 'hide',
    sameJudge: false,
  })
  expect(await statementOf(person, id)).toMatchObject({
    state: 'reversed',
    mayAppeal: false,
    lifted: null,
    isSeen: false,
    appeal: { outcome: 'reversed', answer: 'We have looked again.', sameJudge: false },
  })
  expect(await differences(t)).toEqual([])
})

test('a decision stays in force after its appeal is rejected, and can still be lifted', async () => {
  const { id, ...person } = await hideOne()
  await appeal(person, id)
  expect((await answer(other, id, 'upheld')).json()).toMatchObject({ state: 'in-force', outcome: 'upheld' })
  expect((await t.visitor.get(`/api/videos/${person.videoId}`)).statusCode).toBe(404)
  expect((await answer(other, id)).statusCode).toBe(409)
  await moderator.caller.post(`/api/decisions/${id}/lift`, { answer: 'On second thoughts.' })
  expect(await statementOf(person, id)).toMatchObject({
    state: 'reversed',
    lifted: { answer: 'On second thoughts.' },
    appeal: { outcome: 'upheld', answer: 'We have looked again.' },
  })
})

test('lifting a decision answers its open appeal', async () => {
  const { id, ...person } = await hideOne()
  await appeal(person, id)
  await moderator.caller.post(`/api/decisions/${id}/lift`, { answer: 'You are right.' })
  expect(await statementOf(person, id)).toMatchObject({
    lifted: null,
    appeal: { outcome: 'reversed', answer: 'You are right.', sameJudge: true },
  })
})

test('appeals by deleted accounts no longer await an answer', async () => {
  const { id, ...person } = await hideOne()
  await appeal(person, id)
  const waiting = async () => {
    const { appeals, waitingCount } = (await moderator.caller.get('/api/appeals')).json<AppealPage>()
    const { waiting: counts } = await readOverview(t.deps, moderator.user.id)
    return [appeals.some(({ decision: { id: of } }) => of === id), waitingCount, counts.appeals.count]
  }
  const [isListed, listed, counted] = await waiting()
  expect(isListed).toBe(true)
  await removeAccount(t.deps, person.user.id, { isRetired: false })
  expect(await waiting()).toEqual([false, Number(listed) - 1, Number(counted) - 1])
})

test('a sole moderator may answer an appeal against their own decision', async () => {
  const alone = await appOfTest()
  const [judge, suspended] = [await alone.signUp({ role: 'admin' }), await signUpWithThings(alone)]
  const { user } = suspended
  const { id } = await decideAbout(judge, { kind: 'account', subjectId: user.id }, decision('suspend'))
  const person = { ...suspended, caller: await signInOn(alone, user.email) }
  expect((await appeal(person, id)).statusCode).toBe(201)
  await alone.change('users', person.user.id, { role: 'moderator' })
  expect((await answer(person, id)).json()).toMatchObject({ code: 'ACCOUNT_RESTRICTED' })
  const confirm = (confirmedAt: string) => alone.change('sessions', { userId: judge.user.id }, { confirmedAt })
  await confirm('2020-01-01T00:00:00Z')
  expect((await answer(judge, id)).json()).toMatchObject({ code: 'CONFIRM_REQUIRED' })
  await confirm(new Date().toISOString())
  // The only other staff member is suspended and cannot judge the appeal.
  expect((await answer(judge, id)).json()).toMatchObject({ state: 'reversed' })
  expect(await statementOf(person, id)).toMatchObject({ appeal: { sameJudge: true } })

  const own = await decideAbout(judge, { kind: 'account', subjectId: person.user.id }, decision('warn'))
  await appeal(person, own.id)
  expect((await answer(person, own.id)).json()).toMatchObject({ code: 'ACCESS_DENIED' })
})

test('users see a banner for a decision until they read it', async () => {
  const person = await signUpWithThings(t)
  const about = { kind: 'video', subjectId: person.videoId } as const
  await decideAbout(moderator, about, decision('none'))
  expect([await unseenOf(person), await statementsOf(person)]).toEqual([0, []])
  const { id } = await decideAbout(moderator, about, decision('warn'))
  expect(await unseenOf(person)).toBe(1)
  for (let twice = 0; twice < 2; twice++) {
    expect((await person.caller.post(`/api/account/decisions/${id}/seen`)).statusCode).toBe(204)
    expect(await unseenOf(person)).toBe(0)
  }
  await moderator.caller.post(`/api/decisions/${id}/lift`, { answer: 'Never mind.' })
  expect(await unseenOf(person)).toBe(1)
  expect((await moderator.caller.post(`/api/account/decisions/${id}/seen`)).statusCode).toBe(404)
})

test('the sweep deletes the texts of decisions that ended long ago', async () => {
  const person = await signUpWithThings(t)
  const about = { kind: 'video', subjectId: person.videoId } as const
  const caseId = await openCaseAbout(t, 'video', person.videoId)
  await t.insert('reports', {
    videoId: person.videoId,
    caseId,
    reason: 'other',
    otherText: 'My cat',
    subject: 'A title',
    closedAt: '2020-01-01T00:00:00Z',
  })
  const warned = (await moderator.caller.post(`/api/cases/${caseId}/decision`, decision('warn', { note: 'Hm' }))).json<{
    id: string
  }>()
  const hidden = await decideAbout(moderator, about, decision('hide'))
  const textsOf = async (id: string) =>
    t.db
      .selectFrom('decisions')
      .innerJoin('cases', 'cases.id', 'caseId')
      .leftJoin('reports', 'reports.caseId', 'cases.id')
      .select(['facts', 'note', 'appealText', 'snapshot', 'otherText', 'reports.subject', 'measure', 'rule'])
      .where('decisions.id', '=', id)
      .executeTakeFirst()
  const age = async (days: number) => {
    const at = new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString()
    const ids = [warned.id, hidden.id]
    await t.change('decisions', { id: ids }, { decidedAt: at })
    await t.change('cases', { subjectId: person.videoId }, { closedAt: at })
  }
  await person.caller.post(`/api/account/decisions/${warned.id}/appeal`, { text: 'No.' })
  const before = await textsOf(warned.id)
  await age(214)
  await deleteOldDecisionTexts(t.db)
  expect(await textsOf(warned.id)).toEqual(before)
  await age(216)
  await deleteOldDecisionTexts(t.db)
  // The appeal is not answered yet.
  expect(await textsOf(warned.id)).toEqual(before)
  await answer(other, warned.id, 'upheld')
  await deleteOldDecisionTexts(t.db)
  expect(await textsOf(warned.id)).toEqual({
    facts: null,
    note: null,
    appealText: null,
    snapshot: {},
    otherText: null,
    subject: null,
    measure: 'warn',
    rule: 'spam',
  })
  // A decision in force keeps its reasons.
  expect(await textsOf(hidden.id)).toMatchObject({ facts: 'It sells watches.' })
  expect((await person.caller.get('/api/account/decisions')).json()).toMatchObject({
    decisions: expect.arrayContaining([expect.objectContaining({ id: warned.id, facts: null, subject: '' })]),
  })
})

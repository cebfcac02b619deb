import { expect, test } from 'vitest'
import { rules } from '../../../../contract/moderation/rules.ts'
import type { Statement } from '../../../../contract/moderation/appeals.ts'
import {
  addressOf,
  operationNames,
  operations,
  type OperationName,
  send,
} from '../../../test/clients/contract-calls.ts'
import { type Caller, testApp } from '../../../test/test-app.ts'
import { sizeOf } from '../../../test/run-size.ts'
import { decision, type Person, signUpWithThings } from '../decisions/people.fixture.ts'

const t = testApp()

const REPORTED = 'Words of a canary who reports'
const NOTED = 'Words of a canary for colleagues'

/** Operations that show every account, regardless of reports and decisions. */
const showingAll: OperationName[] = ['listUsers', 'listCreators', 'getUser', 'getUserByUsername']

/** Operations that delete or hide data which the other requests need, or end the caller's session. */
const last: OperationName[] = ['deleteComment', 'deleteVideo', 'muteUser', 'blockUser', 'confirmPassword', 'logout']

const bodies: Partial<Record<OperationName, object>> = {
  createComment: { text: 'Hello' },
  reportVideo: { reason: 'spam' },
  reportComment: { reason: 'spam' },
  reportAccount: { reason: 'spam' },
  updateUser: { bio: 'Changed' },
  updateVideo: { title: 'Changed' },
  countView: {},
  confirmPassword: { password: 'secret1' },
  decideCase: decision('warn'),
  liftDecision: { answer: 'Fine.' },
  answerAppeal: { outcome: 'upheld', answer: 'No.' },
  appealDecision: { text: 'Please look again.' },
}

async function rename(person: Person, name: string): Promise<Person> {
  const username = name.toLowerCase().replaceAll(' ', '')
  await person.caller.put(`/api/users/${person.user.id}`, { username, displayName: name })
  return person
}

const canariesOf = ({ user }: Person, name: string) => [user.id, name, name.toLowerCase().replaceAll(' ', '')]

/**
 * Creates a clip, a comment and an account with reports and decisions. Of the decisions, one is upheld, one reversed on
 * appeal and one lifted. Returns the people, and the ids of the subjects, reports, decisions and cases.
 */
async function setScene() {
  const [judge, other] = [
    await rename(await t.signUp({ role: 'moderator' }), 'Canary Judge'),
    await rename(await t.signUp({ role: 'admin' }), 'Canary Other'),
  ]
  const [reporter, second] = [
    await rename(await t.signUp(), 'Canary Reporter'),
    await rename(await t.signUp(), 'Canary Second'),
  ]
  const affected = await signUpWithThings(t)
  const things = { video: affected.videoId, comment: affected.commentId, account: affected.user.id } as const
  const reportIds: string[] = []
  for (const { caller } of [reporter, second]) {
    for (const path of [`videos/${things.video}`, `comments/${things.comment}`, `users/${things.account}`]) {
      const body = { reason: 'other', otherText: REPORTED }
      reportIds.push((await caller.post(`/api/${path}/report`, body)).json<{ reportId: string }>().reportId)
    }
  }
  const decisionIds: string[] = []
  for (const measure of ['warn', 'restrict', 'hide'] as const) {
    for (const [kind, subjectId] of Object.entries(things)) {
      if (kind === 'account' && measure === 'hide') continue
      const body = { ...decision(measure, { note: NOTED }), kind, subjectId }
      decisionIds.push((await judge.caller.post('/api/decisions', body)).json<{ id: string }>().id)
    }
  }
  const [upheld, reversed, lifted] = decisionIds
  for (const id of [upheld, reversed])
    await affected.caller.post(`/api/account/decisions/${id}/appeal`, { text: 'No.' })
  await other.caller.post(`/api/decisions/${upheld}/answer`, { outcome: 'upheld', answer: 'It stands.' })
  await other.caller.post(`/api/decisions/${reversed}/answer`, { outcome: 'reversed', answer: 'You are right.' })
  await judge.caller.post(`/api/decisions/${lifted}/lift`, { answer: 'Never mind.' })
  const caseIds = (await t.rows('cases')).map(({ id }) => id)
  const about = [reportIds, decisionIds, caseIds]
  return { judge, other, reporter, second, affected, subjects: Object.values(things), about }
}

/** Returns the rows that a caller requests. The quick run requests a third of them, the deep run all. */
function shareOf(callerIndex: number, ids: string[]): string[] {
  const callers = sizeOf({ quick: 3, deep: 1 })
  return ids.filter((_, i) => (i + Math.floor(i / 3)) % callers === callerIndex % callers)
}

/** Returns the replies of all operations: one for each of the ids if the path has parameters, otherwise one. */
async function repliesOf(caller: Caller, { ids, username }: { ids: string[]; username: string }) {
  const isReading = (name: OperationName) => operations[name].method === 'GET'
  const rank = (name: OperationName) => (isReading(name) ? 0 : 1 + last.indexOf(name) + (last.includes(name) ? 1 : 0))
  const replies: { name: OperationName; body: string }[] = []
  for (const name of operationNames.toSorted((a, b) => rank(a) - rank(b))) {
    const endpoint = operations[name]
    const names = endpoint.path.includes(':') ? ids : ['']
    for (const id of names) {
      const params = { id, userId: id, targetId: id, username, name: id, part: '0' }
      const payload = endpoint.body && !endpoint.requestType ? { payload: bodies[name] ?? {} } : {}
      const reply = await send(caller, endpoint, { url: addressOf(endpoint, params), ...payload })
      expect([name, reply.statusCode < 500]).toEqual([name, true])
      // Streams have no body.
      replies.push({ name, body: String(reply.body) })
    }
  }
  return replies
}

test('replies to users and visitors never reveal the moderator, the reporters or their texts', async () => {
  const { judge, other, reporter, second, affected, subjects, about } = await setScene()
  const staff = [...canariesOf(judge, 'Canary Judge'), ...canariesOf(other, 'Canary Other'), NOTED]
  const reports = [...canariesOf(reporter, 'Canary Reporter'), ...canariesOf(second, 'Canary Second'), REPORTED]
  const askers = [
    { caller: t.visitor, canaries: [...staff, ...reports] },
    { caller: reporter.caller, canaries: [...staff, ...canariesOf(second, 'Canary Second')] },
    { caller: affected.caller, canaries: [...staff, ...reports] },
  ]
  for (const [i, { caller, canaries }] of askers.entries()) {
    const ids = [...subjects, ...about.flatMap((each) => shareOf(i, each))]
    const replies = await repliesOf(caller, { ids, username: affected.user.username ?? '' })
    expect(replies.length).toBeGreaterThan(operationNames.length)
    const leaks = replies
      .filter(({ name }) => !showingAll.includes(name))
      .flatMap(({ name, body }) => canaries.filter((canary) => body.includes(canary)).map((canary) => [name, canary]))
    expect(leaks).toEqual([])
  }
})

test('a statement tells the affected user everything that they must know', async () => {
  const [moderator, person] = [await t.signUp({ role: 'moderator' }), await signUpWithThings(t)]
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const body = { ...decision('restrict', { until }), kind: 'comment', subjectId: person.commentId }
  const { id } = (await moderator.caller.post('/api/decisions', body)).json<{ id: string }>()
  const today = (await t.row('decisions', id)).decidedAt.slice(0, 10)
  const inDays = (days: number) => new Date(Date.parse(today) + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const { decisions } = (await person.caller.get('/api/account/decisions')).json<{ decisions: Statement[] }>()
  expect(decisions).toEqual([
    {
      id,
      kind: 'comment',
      subject: 'Lovely',
      videoId: person.videoId,
      measure: 'restrict',
      until: expect.stringContaining(until.slice(0, 19)),
      rule: 'spam',
      ruleTitle: rules.spam.title,
      ruleText: rules.spam.text,
      facts: 'It sells watches.',
      source: 'own',
      detected: 'person',
      decidedOn: today,
      state: 'in-force',
      isSeen: false,
      appealUntil: inDays(184),
      mayAppeal: true,
      lifted: null,
      appeal: null,
      mayCounter: false,
      counterNotice: null,
      isPermanent: false,
    },
  ])
})

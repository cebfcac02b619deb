import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ErrorReply } from '../../../../contract/errors.ts'
import { appOfTest, insertVideos, testApp, testPerson } from '../../../test/test-app.ts'
import { listHurriedStaff } from './hurried-staff.ts'
import { decideAbout, decision, differences, openCaseAbout, type Person, signUpWithThings } from './people.fixture.ts'
import { undoDecisions } from './undo-decisions-of.ts'

const t = testApp()
const judge = testPerson(t, { role: 'moderator' })

test('undoing a stolen account’s decisions reopens the appeals that it rejected', async () => {
  const [thief, person] = [await t.signUp({ role: 'moderator' }), await signUpWithThings(t)]
  const { id } = await decideAbout(judge, { kind: 'video', subjectId: person.videoId }, decision('hide'))
  await person.caller.post(`/api/account/decisions/${id}/appeal`, { text: 'Please look.' })
  const since = new Date().toISOString()
  await thief.caller.post(`/api/decisions/${id}/answer`, { outcome: 'upheld', answer: 'No.' })
  expect(await undoDecisions(t.deps, { byPersonId: thief.user.id, since })).toMatchObject({ decisions: 0, appeals: 1 })
  expect((await judge.caller.get('/api/appeals')).json()).toMatchObject({
    appeals: expect.arrayContaining([expect.objectContaining({ text: 'Please look.' })]),
  })
})

test('undoing a stolen account’s decisions restores those of others that it reversed by granting appeals', async () => {
  const [thief, person] = [await t.signUp({ role: 'moderator' }), await signUpWithThings(t)]
  const since = new Date().toISOString()
  const ids: string[] = []
  for (const subjectId of [person.videoId, ...(await insertVideos(t, person.user.id, 2))]) {
    // The second decision ends before the appeal is granted. The thief made and lifts the last one.
    const isOwn = ids.length === 2
    const decider = isOwn ? thief : judge
    const { id } = await decideAbout(decider, { kind: 'video', subjectId }, decision('hide'))
    if (ids.length === 1) await t.change('decisions', id, { state: 'over', endedAt: sql<string>`now()` })
    await person.caller.post(`/api/account/decisions/${id}/appeal`, { text: 'Please look.' })
    const [path, body] = isOwn ? ['lift', {}] : ['answer', { outcome: 'reversed' }]
    const reply = await thief.caller.post(`/api/decisions/${id}/${path}`, { ...body, answer: 'Sorry.' })
    expect(reply.statusCode).toBe(200)
    ids.push(id)
  }
  expect((await t.visitor.get(`/api/videos/${person.videoId}`)).statusCode).toBe(200)

  expect(await undoDecisions(t.deps, { byPersonId: thief.user.id, since })).toMatchObject({ decisions: 0, appeals: 2 })
  expect((await t.visitor.get(`/api/videos/${person.videoId}`)).statusCode).toBe(404)
  const states = await Promise.all(ids.map((id) => t.row('decisions', { id })))
  expect(states.map(({ state, outcome }) => [state, outcome])).toEqual([
    ['in-force', null],
    ['over', null],
    ['reversed', 'reversed'],
  ])
  expect((await judge.caller.get('/api/appeals')).json()).toMatchObject({
    appeals: expect.arrayContaining([expect.objectContaining({ decision: expect.objectContaining({ id: ids[0] }) })]),
  })
  expect(await undoDecisions(t.deps, { byPersonId: thief.user.id, since })).toMatchObject({ decisions: 0, appeals: 0 })
  expect(await differences(t)).toEqual([])
})

test('undoing two stolen accounts in a row restores no decision of the first', async () => {
  const [first, second] = [await t.signUp({ role: 'moderator' }), await t.signUp({ role: 'moderator' })]
  const person = await signUpWithThings(t)
  const since = new Date().toISOString()
  const decideAndGrant = async (subjectId: string) => {
    const { id } = await decideAbout(first, { kind: 'video', subjectId }, decision('hide'))
    await person.caller.post(`/api/account/decisions/${id}/appeal`, { text: 'Please look.' })
    await second.caller.post(`/api/decisions/${id}/answer`, { outcome: 'reversed', answer: 'Sorry.' })
    return id
  }
  const stolen = await decideAndGrant(person.videoId)
  await undoDecisions(t.deps, { byPersonId: first.user.id, since })
  // The owner of the first account has it back.
  const [videoId = ''] = await insertVideos(t, person.user.id, 1)
  const own = await decideAndGrant(videoId)
  expect(await undoDecisions(t.deps, { byPersonId: second.user.id, since })).toMatchObject({ decisions: 0, appeals: 1 })
  expect(await t.row('decisions', { id: stolen })).toMatchObject({ state: 'reversed' })
  expect(await t.row('decisions', { id: own })).toMatchObject({ state: 'in-force' })
})

test('undoing a stolen account’s decisions keeps the answers of other moderators', async () => {
  const [thief, other] = [await t.signUp({ role: 'moderator' }), await t.signUp({ role: 'moderator' })]
  const person = await signUpWithThings(t)
  const { id } = await decideAbout(judge, { kind: 'video', subjectId: person.videoId }, decision('hide'))
  await person.caller.post(`/api/account/decisions/${id}/appeal`, { text: 'Please look again.' })
  const since = new Date().toISOString()
  const answered = await other.caller.post(`/api/decisions/${id}/answer`, { outcome: 'upheld', answer: 'No.' })
  expect(answered.statusCode).toBeLessThan(300)
  expect(await undoDecisions(t.deps, { byPersonId: thief.user.id, since })).toMatchObject({ decisions: 0, appeals: 0 })
})

test('undoing a stolen account’s decisions reopens the cases that they closed, with their reports', async () => {
  const thief = await t.signUp({ role: 'moderator' })
  const { videoId } = await signUpWithThings(t)
  const { caller } = await t.signUp()
  const { reportId } = (await caller.post(`/api/videos/${videoId}/report`, { reason: 'spam' })).json<{
    reportId: string
  }>()
  const since = new Date().toISOString()
  await decideAbout(thief, { kind: 'video', subjectId: videoId }, decision('warn'))
  expect(await undoDecisions(t.deps, { byPersonId: thief.user.id, since })).toMatchObject({ decisions: 1 })
  expect((await caller.get(`/api/reports/${reportId}`)).json()).toEqual({ state: 'open' })
  expect(await t.row('cases', { videoId })).toMatchObject({ state: 'open', reportsCount: 1 })
})

interface Decided {
  id: string
  videoId: string
}

/** Acts that count as decisions: an answer to an appeal, the lifting of a decision and an answer to a dispute. */
const acts: ((by: Person, owner: Person, decided: Decided) => ReturnType<Person['caller']['post']>)[] = [
  async (by, owner, { id }) => {
    await owner.caller.post(`/api/account/decisions/${id}/appeal`, { text: 'Please look.' })
    return by.caller.post(`/api/decisions/${id}/answer`, { outcome: 'reversed', answer: 'Sorry.' })
  },
  (by, _, { id }) => by.caller.post(`/api/decisions/${id}/lift`, { answer: 'Sorry.' }),
  async (by, owner, { videoId }) => {
    const [firstId] = await insertVideos(t, owner.user.id, 1)
    await sql`
      insert into reposts (video_id, first_id, share, state) values (${videoId}, ${firstId}, 1, 'found')`.execute(t.db)
    await owner.caller.post(`/api/videos/${videoId}/first/dispute`, { text: 'Mine.' })
    const { id } = await t.row('cases', { videoId, state: 'open' })
    return by.caller.post(`/api/cases/${id}/dispute`, { answer: 'dismiss' })
  },
]

test('31 answers and lifted decisions within ten minutes raise the alarm', async () => {
  const thief = await t.signUp({ role: 'moderator' })
  const person = await t.signUp()
  for (const [i, videoId] of (await insertVideos(t, person.user.id, 31)).entries()) {
    const { id } = await decideAbout(judge, { kind: 'video', subjectId: videoId }, decision('warn'))
    expect((await acts[i % acts.length]!(thief, person, { id, videoId })).statusCode).toBeLessThan(300)
  }
  expect(await listHurriedStaff(t.db)).toContainEqual(
    expect.objectContaining({ id: thief.user.id, decisions: 31, suspensions: 0 }),
  )
})

test('a moderator’s 61st decision and 11th suspension within an hour are refused', async () => {
  const limited = await appOfTest({ rateLimits: true })
  const [moderator, second] = [await limited.signUp({ role: 'moderator' }), await limited.signUp({ role: 'moderator' })]
  const { user } = await limited.signUp()
  const statuses: number[] = []
  for (const subjectId of await insertVideos(limited, user.id, 61)) {
    const caseId = await openCaseAbout(limited, 'video', subjectId)
    statuses.push((await moderator.caller.post(`/api/cases/${caseId}/decision`, decision('warn'))).statusCode)
  }
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 201), 429])
  const [subjectId = ''] = await insertVideos(limited, user.id, 1)
  const refused = await moderator.caller.post('/api/decisions', { ...decision('warn'), kind: 'video', subjectId })
  expect(refused.json<ErrorReply>().message).toMatch(/^You can make 60 decisions an hour\. Ask an admin/)
  expect(await listHurriedStaff(limited.db)).toMatchObject([{ decisions: 60, suspensions: 0 }])

  const suspended: number[] = []
  for (let i = 0; i < 11; i++) {
    // Each suspension is longer than the one before.
    const until = new Date(Date.now() + (i + 1) * 24 * 3_600_000).toISOString()
    const body = { ...decision('suspend', { until }), kind: 'account', subjectId: user.id }
    suspended.push((await second.caller.post('/api/decisions', body)).statusCode)
  }
  expect(suspended).toEqual([...Array.from({ length: 10 }, () => 201), 429])
})

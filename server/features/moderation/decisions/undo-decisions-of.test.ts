import { expect, onTestFinished, test } from 'vitest'
import type { ErrorReply } from '../../../../contract/errors.ts'
import { insertVideos, startTestApp, testApp } from '../../../test/test-app.ts'
import { listHurriedStaff } from './hurried-staff.ts'
import { decideAbout, decision, openCaseAbout, signUpStaff, signUpWithThings } from './people.fixture.ts'
import { undoDecisions } from './undo-decisions-of.ts'

const t = testApp()

test('undoing a stolen account’s decisions reopens the appeals that it rejected', async () => {
  const [judge, thief, person] = [await signUpStaff(t), await signUpStaff(t), await signUpWithThings(t)]
  const { id } = await decideAbout(judge, { kind: 'video', subjectId: person.videoId }, decision('hide'))
  await person.caller.post(`/api/account/decisions/${id}/appeal`, { text: 'Please look.' })
  const since = new Date().toISOString()
  await thief.caller.post(`/api/decisions/${id}/answer`, { outcome: 'upheld', answer: 'No.' })
  expect(await undoDecisions(t.deps, { byPersonId: thief.user.id, since })).toMatchObject({ decisions: 0, appeals: 1 })
  expect((await judge.caller.get('/api/appeals')).json()).toMatchObject({
    appeals: expect.arrayContaining([expect.objectContaining({ text: 'Please look.' })]),
  })
})

test('undoing a stolen account’s decisions keeps the answers of other moderators', async () => {
  const [judge, thief, other] = [await signUpStaff(t), await signUpStaff(t), await signUpStaff(t)]
  const person = await signUpWithThings(t)
  const { id } = await decideAbout(judge, { kind: 'video', subjectId: person.videoId }, decision('hide'))
  await person.caller.post(`/api/account/decisions/${id}/appeal`, { text: 'Please look again.' })
  const since = new Date().toISOString()
  const answered = await other.caller.post(`/api/decisions/${id}/answer`, { outcome: 'upheld', answer: 'No.' })
  expect(answered.statusCode).toBeLessThan(300)
  expect(await undoDecisions(t.deps, { byPersonId: thief.user.id, since })).toMatchObject({ decisions: 0, appeals: 0 })
})

test('a moderator who answers 31 appeals within ten minutes raises the alarm', async () => {
  const [judge, thief] = [await signUpStaff(t), await signUpStaff(t)]
  const person = await t.signUp()
  for (const subjectId of await insertVideos(t, person.user.id, 31)) {
    const { id } = await decideAbout(judge, { kind: 'video', subjectId }, decision('warn'))
    await person.caller.post(`/api/account/decisions/${id}/appeal`, { text: 'Please look.' })
    await thief.caller.post(`/api/decisions/${id}/answer`, { outcome: 'reversed', answer: 'Sorry.' })
  }
  expect(await listHurriedStaff(t.db)).toContainEqual(
    expect.objectContaining({ id: thief.user.id, decisions: 31, suspensions: 0 }),
  )
})

test('a moderator’s 61st decision and 11th suspension within an hour are refused', async () => {
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
  const [subjectId = ''] = await insertVideos(limited, user.id, 1)
  const refused = await moderator.caller.post('/api/decisions', { ...decision('warn'), kind: 'video', subjectId })
  expect(refused.json<ErrorReply>().message).toMatch(/^You can make 60 decisions an hour\. Ask an admin/)
  expect(await listHurriedStaff(limited.db)).toMatchObject([{ decisions: 60, suspensions: 0 }])

  const suspended: number[] = []
  for (let i = 0; i < 11; i++) {
    const body = { ...decision('suspend'), kind: 'account', subjectId: user.id }
    suspended.push((await second.caller.post('/api/decisions', body)).statusCode)
  }
  expect(suspended).toEqual([...Array.from({ length: 10 }, () => 201), 429])
})

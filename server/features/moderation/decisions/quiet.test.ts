import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { QUIET_DAYS } from '../../../../contract/moderation/decisions.ts'
import type { Case } from '../../../../contract/moderation/cases.ts'
import { noticeAbout } from '../../../test/takedown-notices.ts'
import { refusalOf, testApp, testPerson } from '../../../test/test-app.ts'
import { decision, openCaseAbout, signUpWithThings } from './people.fixture.ts'

const t = testApp()
const moderator = testPerson(t, { role: 'moderator' })

/** Signs up the owner of a clip whose case is dismissed and silenced. */
async function signUpQuiet() {
  const person = await signUpWithThings(t)
  const caseId = await openCaseAbout(t, 'video', person.videoId)
  expect(await decide(caseId, { isQuiet: true })).toBe(201)
  return { ...person, caseId }
}

const statesOf = async (subjectId: string) =>
  (await t.rows('cases', { subjectId }, 'openedAt')).map(({ state }) => state)

async function decide(caseId: string, changes: object): Promise<number> {
  return (await moderator.caller.post(`/api/cases/${caseId}/decision`, decision('none', changes))).statusCode
}

const report = async (videoId: string, reason: string) =>
  (await t.signUp()).caller.post(`/api/videos/${videoId}/report`, { reason })

async function sendTakedownNotice(videoId: string): Promise<void> {
  expect((await t.visitor.post('/api/notices', noticeAbout(videoId))).statusCode).toBe(201)
}

const openCaseOf = async (videoId: string) => (await t.row('cases', { subjectId: videoId, state: 'open' })).id

/** Sends reports that would normally reopen the case: they name new rules and come from enough new accounts. */
async function flood(videoId: string): Promise<void> {
  await report(videoId, 'hate')
  await report(videoId, 'nudity')
}

test('reports do not reopen a silenced case until the period ends', async () => {
  const { videoId, caseId } = await signUpQuiet()
  const { quietUntil } = (await moderator.caller.get(`/api/cases/${caseId}`)).json<Case>()
  const days = (Date.parse(quietUntil ?? '') - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(QUIET_DAYS)
  await flood(videoId)
  expect(await statesOf(videoId)).toEqual(['closed'])

  await t.change('cases', caseId, { quietUntil: sql<string>`now()` })
  await report(videoId, 'violence')
  expect(await statesOf(videoId)).toEqual(['closed', 'open'])
  // The new case contains the reports that have arrived since then.
  const opened = await moderator.caller.get(`/api/cases/${await openCaseOf(videoId)}`)
  expect(opened.json<Case>().reportsCount).toBe(3)
})

test('silenced reports open a case once the text has changed, and a takedown notice always does', async () => {
  const [first, second] = [await signUpQuiet(), await signUpQuiet()]
  await first.caller.patch(`/api/videos/${first.videoId}`, { title: 'Something that nobody looked at' })
  await report(first.videoId, 'spam')
  expect(await statesOf(first.videoId)).toEqual(['closed', 'open'])

  await sendTakedownNotice(second.videoId)
  expect(await statesOf(second.videoId)).toEqual(['closed', 'open'])
})

test('the last decision determines whether reports are silenced', async () => {
  const { videoId } = await signUpQuiet()
  await sendTakedownNotice(videoId)
  await decide(await openCaseOf(videoId), {})
  await flood(videoId)
  expect(await statesOf(videoId)).toEqual(['closed', 'closed', 'open'])
})

test('reports are accepted again once the decision that silenced them is lifted', async () => {
  const { videoId, caseId } = await signUpQuiet()
  const { decisions } = (await moderator.caller.get(`/api/cases/${caseId}`)).json<Case>()
  const lifted = await moderator.caller.post(`/api/decisions/${decisions[0]?.id}/lift`, { answer: 'It was too early.' })
  expect(lifted.statusCode).toBe(200)
  await flood(videoId)
  expect(await statesOf(videoId)).toEqual(['closed', 'open'])
})

test('only dismissals can silence reports', async () => {
  const { videoId } = await signUpWithThings(t)
  const caseId = await openCaseAbout(t, 'video', videoId)
  const reply = await moderator.caller.post(`/api/cases/${caseId}/decision`, decision('hide', { isQuiet: true }))
  expect(refusalOf(reply)).toEqual([400, 'Only a case without a violation can stay quiet'])
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test, describe } from 'vitest'
import type { OwnReport } from '../../../../contract/moderation/report-outcomes.ts'
import { publish, testApp, testPerson } from '../../../test/test-app.ts'
import { hideVideo } from '../../videos/publishing/hide-video.ts'
import { casesIn, readCase, report } from '../cases/cases.fixture.ts'

const t = testApp()

const reportsOf = (videoId: string) => t.rows('reports', { videoId })

test('reports of a video are stored and never hide the video, however many there are', async () => {
  const video = await publish((await t.signUp()).caller)
  const { user, caller } = await t.signUp()
  const url = `/api/videos/${video.id}/report`
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, i) => caller.post(url, { reason: i % 2 ? 'spam' : 'hate' })),
  )
  expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([201]))
  const [reportId] = new Set(replies.map((reply) => reply.json<{ reportId: string }>().reportId))
  const last = await caller.post(url, { reason: 'other', otherText: ' It is mine. ' })
  expect(last.json()).toEqual({ reportId })
  expect(await reportsOf(video.id)).toMatchObject([
    { id: reportId, userId: user.id, reason: 'other', otherText: 'It is mine.' },
  ])

  await Promise.all(Array.from({ length: 50 }, () => t.visitor.post(url, { reason: 'nudity' })))
  expect(await reportsOf(video.id)).toHaveLength(51)
  expect((await t.visitor.get(`/api/videos/${video.id}`)).statusCode).toBe(200)
})

test('visitors can report a video, and a text is stored only with the reason “other”', async () => {
  const video = await publish((await t.signUp()).caller)
  const url = `/api/videos/${video.id}/report`
  expect((await t.visitor.post(url, {})).statusCode).toBe(201)
  await t.visitor.post(url, { reason: 'spam', otherText: 'not kept' })
  expect((await reportsOf(video.id)).map(({ userId, reason, otherText }) => [userId, reason, otherText])).toEqual(
    expect.arrayContaining([
      [null, 'real-video', null],
      [null, 'spam', null],
    ]),
  )
})

const { scene, openCaseOf, decide } = casesIn(t)
const moderator = testPerson(t, { role: 'moderator' })

describe('a reporter', () => {
  test('sees the outcome and the rule, but never who decided', async () => {
    const { videoId, commentId } = await scene()
    const { caller } = await t.signUp()
    const [first, second] = [await report(caller, 'video', videoId), await report(caller, 'comment', commentId)]
    const state = async (id: string) => (await t.visitor.get(`/api/reports/${id}`)).json<{ state: string }>().state
    expect(await state(first)).toBe('open')
    await t.change('users', moderator.user.id, { displayName: 'Canary Judge' })
    await decide(moderator, await openCaseOf(videoId), 'hide')
    await decide(moderator, await openCaseOf(commentId), 'none')
    expect([await state(first), await state(second)]).toEqual(['acted', 'nothing-found'])
    const reply = await caller.get('/api/account/reports')
    expect(reply.body).not.toMatch(/Canary/)
    expect(reply.json<{ reports: OwnReport[] }>().reports).toMatchObject([
      { id: second, kind: 'comment', subject: 'Buy things', state: 'nothing-found', rule: null },
      {
        id: first,
        kind: 'video',
        subject: 'Clip 0',
        state: 'acted',
        rule: 'spam',
        day: expect.stringMatching(/^\d{4}-/),
      },
    ])
    const ended = { state: 'reversed', endedAt: sql<string>`now()` } as const
    await t.change('decisions', { measure: 'hide' }, ended)
    expect(await state(first)).toBe('taken-back')
    expect((await t.visitor.get(`/api/reports/${randomUUID()}`)).statusCode).toBe(404)
  })

  test('sees the text that they reported, not an earlier version', async () => {
    const { owner, videoId, commentId } = await scene()
    const [first, second] = [await t.signUp(), await t.signUp()]
    const subjectsOf = async ({ caller }: typeof first) =>
      (await caller.get('/api/account/reports')).json<{ reports: OwnReport[] }>().reports.map(({ subject }) => subject)
    const reportAll = async ({ caller }: typeof first) => {
      await report(caller, 'video', videoId)
      await report(caller, 'comment', commentId)
      await report(caller, 'account', owner.user.id)
    }
    await reportAll(first)
    await owner.caller.patch(`/api/videos/${videoId}`, { title: 'A new title' })
    await owner.caller.put(`/api/users/${owner.user.id}`, { displayName: 'A new name' })
    await reportAll(second)
    const after = ['A new name', 'Buy things', 'A new title']
    expect(await subjectsOf(first)).toEqual([owner.user.displayName, 'Buy things', 'Clip 0'])
    expect(await subjectsOf(second)).toEqual(after)

    // A repeated report refers to the current text.
    await reportAll(first)
    expect((await subjectsOf(first)).toSorted()).toEqual(after.toSorted())
  })

  test('does not receive the address of a clip that is hidden from them', async () => {
    const { owner, videoId, commentId } = await scene()
    const reporter = await t.signUp()
    const idsOf = async ({ caller }: typeof reporter) =>
      (await caller.get('/api/account/reports')).json<{ reports: OwnReport[] }>().reports.map((each) => each.videoId)
    await report(reporter.caller, 'video', videoId)
    await report(reporter.caller, 'comment', commentId)
    await report(owner.caller, 'video', videoId)
    expect(await idsOf(reporter)).toEqual([videoId, videoId])
    await hideVideo(t.deps, videoId, 'moderation')
    expect(await idsOf(reporter)).toEqual([null, null])
    expect(await idsOf(owner)).toEqual([videoId])
  })

  test('is shown with the outcomes of their earlier reports', async () => {
    const reporter = await t.signUp()
    for (const measure of ['none', 'hide', 'none'] as const) {
      const { videoId } = await scene()
      await report(reporter.caller, 'video', videoId)
      await decide(moderator, await openCaseOf(videoId), measure)
    }
    const { videoId } = await scene()
    await report(reporter.caller, 'video', videoId)
    const { reports } = await readCase(moderator, await openCaseOf(videoId))
    expect(reports.map((each) => each.reporter)).toEqual([expect.objectContaining({ agreed: 1, judged: 3 })])
  })
})

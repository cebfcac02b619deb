import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { CaseSummary } from '../../../../contract/moderation/cases.ts'
import type { OwnReport } from '../../../../contract/moderation/report-outcomes.ts'
import { readPages } from '../../../test/read-pages.ts'
import { insertVideos, refusalOf, testApp, testPerson } from '../../../test/test-app.ts'
import { casesIn, readCase, report, reportPaths } from './cases.fixture.ts'
import { closeCase } from './close-case.ts'
import { openCase } from './open-case.ts'

const t = testApp()
const { scene, casesOf, openCaseOf, decide } = casesIn(t)
const moderator = testPerson(t, { role: 'moderator' })

describe('reports of the same subject', () => {
  test.each(['video', 'comment', 'account'] as const)(
    'join one case about a %s, with a snapshot of its text',
    async (kind) => {
      const { owner, videoId, commentId } = await scene()
      const id = { video: videoId, comment: commentId, account: owner.user.id }[kind]
      const { user, caller } = await t.signUp()
      const first = await report(caller, kind, id)
      expect(await report(caller, kind, id, 'other')).toBe(first)
      await report(t.visitor, kind, id, 'hate')
      const [found, ...others] = await casesOf(id)
      expect(others).toEqual([])
      expect(found).toMatchObject({
        kind,
        state: 'open',
        source: 'report',
        rules: ['spam', 'hate'],
        isSevere: true,
        reportsCount: 2,
        personId: owner.user.id,
        videoId: kind === 'account' ? null : videoId,
        commentId: kind === 'comment' ? commentId : null,
      })
      const words = { video: { title: 'Clip 0', tool: 'other' }, comment: { text: 'Buy things' } }
      expect(found!.snapshot).toEqual(
        kind === 'account' ? { name: 'Somebody', username: owner.user.username } : words[kind],
      )
      const { reports } = await readCase(moderator, found!.id)
      expect(reports).toEqual([
        expect.objectContaining({
          id: first,
          reason: 'other',
          otherText: 'Look',
          reporter: { id: user.id, name: 'Somebody', agreed: 0, judged: 0 },
        }),
        expect.objectContaining({ reason: 'hate', otherText: null, reporter: null }),
      ])
    },
  )

  test('create one case with the exact count, even if sent concurrently', async () => {
    const { videoId } = await scene()
    const people = await Promise.all(Array.from({ length: 10 }, () => t.signUp()))
    const callers = [...people.map(({ caller }) => caller), ...Array.from({ length: 20 }, () => t.visitor)]
    const twice = [...callers, ...people.slice(0, 5).map(({ caller }) => caller)]
    const reasons = ['spam', 'hate', 'other', 'real-video']
    await Promise.all(twice.map((caller, i) => report(caller, 'video', videoId, reasons[i % 4])))
    const cases = await casesOf(videoId)
    expect(cases).toEqual([expect.objectContaining({ state: 'open', reportsCount: 30 })])
    expect(cases[0]!.rules.toSorted()).toEqual(['hate', 'only-ai', 'spam'])
    expect((await t.visitor.get(`/api/videos/${videoId}`)).statusCode).toBe(200)
  })

  test('require an existing subject that the reporter can see, and not their own comment or account', async () => {
    const { owner, videoId, commentId } = await scene()
    for (const kind of ['video', 'comment', 'account'] as const) {
      const reply = await t.visitor.post(`/api/${reportPaths[kind]}/${randomUUID()}/report`, {})
      expect(reply.statusCode).toBe(404)
    }
    const own = await owner.caller.post(`/api/comments/${commentId}/report`, {})
    expect(refusalOf(own)).toEqual([400, 'This is your own comment. You can delete it instead.'])
    expect((await owner.caller.post(`/api/users/${owner.user.id}/report`, {})).statusCode).toBe(400)
    await t.change('comments', commentId, { hiddenFor: ['moderation'], isHidden: true })
    expect((await t.visitor.post(`/api/comments/${commentId}/report`, {})).statusCode).toBe(404)
    await t.change('users', owner.user.id, { hiddenFor: ['suspension'], isHidden: true })
    expect((await t.visitor.post(`/api/users/${owner.user.id}/report`, {})).statusCode).toBe(404)
    expect(await casesOf(videoId)).toEqual([])
  })
})

describe('content deleted by its owner', () => {
  test('closes its cases, and its reporters see that it is gone', async () => {
    const { owner, videoId, commentId } = await scene()
    const { caller } = await t.signUp()
    await report(caller, 'comment', commentId)
    await owner.caller.delete(`/api/comments/${commentId}`)
    expect(await casesOf(commentId)).toMatchObject([{ state: 'closed' }])
    const reported = await report(caller, 'video', videoId)
    const below = await owner.caller.post(`/api/videos/${videoId}/comments`, { text: 'Another' })
    await report(caller, 'comment', below.json<{ id: string }>().id)
    expect((await owner.caller.delete(`/api/videos/${videoId}`)).statusCode).toBe(204)

    const { reports } = (await caller.get('/api/account/reports')).json<{ reports: OwnReport[] }>()
    expect(reports.map(({ subject, state, videoId: id }) => [subject, state, id])).toEqual([
      ['Another', 'gone', null],
      ['Clip 0', 'gone', null],
      ['Buy things', 'gone', null],
    ])
    expect((await t.visitor.get(`/api/reports/${reported}`)).json()).toEqual({ state: 'gone' })
    for (const id of [videoId, commentId]) {
      expect(await casesOf(id)).toEqual([expect.objectContaining({ state: 'closed', videoId: null, commentId: null })])
    }
  })

  test('leaves no report unanswered and causes no failure while many users report it', async () => {
    for (let round = 0; round < 3; round++) {
      const { owner, videoId, commentId } = await scene()
      const people = await Promise.all(Array.from({ length: 8 }, () => t.signUp()))
      const replies = await Promise.all([
        owner.caller.delete(`/api/videos/${videoId}`),
        ...people.map(({ caller }) => caller.post(`/api/videos/${videoId}/report`, {})),
        ...people.map(({ caller }) => caller.post(`/api/comments/${commentId}/report`, {})),
      ])
      expect(replies.map(({ statusCode }) => statusCode).filter((code) => ![201, 204, 404].includes(code))).toEqual([])
      for (const id of [videoId, commentId]) {
        for (const { state } of await casesOf(id)) expect(state).toBe('closed')
      }
      for (const { caller } of people) {
        const { reports } = (await caller.get('/api/account/reports')).json<{ reports: OwnReport[] }>()
        expect(reports.filter(({ state }) => state !== 'gone')).toEqual([])
      }
    }
  })
})

test('the queue lists severe cases first, then the oldest, with full pages', async () => {
  const { owner } = await scene()
  await t.change('cases', { state: 'open' }, { state: 'closed', closedAt: sql<string>`now()` })
  const videoIds = await insertVideos(t, owner.user.id, 9)
  for (const [i, id] of videoIds.entries()) await report(t.visitor, 'video', id, i % 3 === 0 ? 'hate' : 'spam')
  const found = await Promise.all(videoIds.map(openCaseOf))
  const expected = [0, 3, 6, 1, 2, 4, 5, 7, 8].map((i) => found[i])
  for (const limit of [2, 4, 30]) {
    const seen: string[] = []
    const url = `/api/cases?limit=${limit}`
    for await (const page of readPages<{ cases: CaseSummary[]; openCount: number }>(moderator.caller, url)) {
      seen.push(...page.cases.map(({ id }) => id))
      expect(page.openCount).toBe(9)
    }
    expect(seen).toEqual(expected)
  }
  const accounts = (await moderator.caller.get('/api/cases?kind=account')).json<{ cases: CaseSummary[] }>()
  expect(accounts.cases).toEqual([])
  await decide(moderator, found[0]!, 'none')
  await decide(moderator, found[1]!, 'hide')
  const closed = (await moderator.caller.get('/api/cases?state=closed&limit=2')).json<{ cases: CaseSummary[] }>()
  expect(closed.cases.map(({ id }) => id)).toEqual([found[1], found[0]])
})

test('reports of a clip do not join a case that the answer to a dispute closed', async () => {
  const { videoId } = await scene()
  const answerDispute = () =>
    t.db.transaction().execute(async (tx) => {
      const { id } = await openCase(tx, { kind: 'video', subjectId: videoId, source: 'dispute', rules: [] })
      await closeCase(tx, id, { moderatorId: moderator.user.id, isDismissal: false, isQuiet: false })
    })
  const stateOf = async (reportId: string) => (await t.visitor.get(`/api/reports/${reportId}`)).json<object>()
  await answerDispute()
  expect(await stateOf(await report(t.visitor, 'video', videoId, 'other'))).toEqual({ state: 'open' })
  await decide(moderator, await openCaseOf(videoId), 'none')

  await answerDispute()
  expect(await stateOf(await report(t.visitor, 'video', videoId, 'other'))).toEqual({ state: 'nothing-found' })
  expect((await casesOf(videoId)).map(({ state }) => state)).toEqual(['closed', 'closed', 'closed'])
})

describe('the case of a judged subject', () => {
  async function judgedClip(measure: 'none' | 'hide' = 'none') {
    const { owner, videoId } = await scene()
    const { caller } = await t.signUp()
    await report(caller, 'video', videoId)
    await decide(moderator, await openCaseOf(videoId), measure)
    return { owner, videoId, caller }
  }

  test('stays closed after reports that add nothing new', async () => {
    const { videoId, caller } = await judgedClip()
    const again = await report(caller, 'video', videoId)
    expect(await report(caller, 'video', videoId, 'other')).toBe(again)
    await report((await t.signUp()).caller, 'video', videoId)
    for (let i = 0; i < 5; i++) await report(t.visitor, 'video', videoId)
    const cases = await casesOf(videoId)
    expect(cases).toEqual([expect.objectContaining({ state: 'closed', reportsCount: 1 })])
    const { state } = (await t.visitor.get(`/api/reports/${again}`)).json<{ state: string }>()
    expect(state).toBe('nothing-found')
  })

  test('is reopened after the title or the model of the clip has changed', async () => {
    const { owner, videoId, caller } = await judgedClip()
    await owner.caller.patch(`/api/videos/${videoId}`, { title: 'Buy things' })
    await report(caller, 'video', videoId)
    const id = await openCaseOf(videoId)
    await owner.caller.patch(`/api/videos/${videoId}`, { title: 'Nothing to see' })
    expect(await readCase(moderator, id)).toMatchObject({
      snapshot: { title: 'Buy things' },
      current: { title: 'Nothing to see' },
    })
    await decide(moderator, id, 'none')
    // A text that was judged before does not count as new.
    await owner.caller.patch(`/api/videos/${videoId}`, { title: 'Clip 0' })
    await report(caller, 'video', videoId)
    expect((await casesOf(videoId)).map(({ state }) => state)).toEqual(['closed', 'closed'])

    await owner.caller.patch(`/api/videos/${videoId}`, { model: 'Buy things at example.org' })
    await report(caller, 'video', videoId)
    expect(await readCase(moderator, await openCaseOf(videoId))).toMatchObject({
      snapshot: { model: 'Buy things at example.org' },
    })
  })

  test('is reopened once by a report that names a rule no earlier report or decision named', async () => {
    const { videoId, caller } = await judgedClip()
    await report(caller, 'video', videoId, 'hate')
    await decide(moderator, await openCaseOf(videoId), 'none', 'hate')
    await report(caller, 'video', videoId, 'spam')
    await report(caller, 'video', videoId, 'hate')
    expect((await casesOf(videoId)).map(({ state }) => state)).toEqual(['closed', 'closed'])
  })

  test('is reopened once two further accounts have reported it for each earlier reporter', async () => {
    const { videoId } = await judgedClip()
    const [first, second] = [await t.signUp(), await t.signUp()]
    await report(first.caller, 'video', videoId)
    await report(first.caller, 'video', videoId)
    expect((await casesOf(videoId)).map(({ state }) => state)).toEqual(['closed'])
    await report(second.caller, 'video', videoId)
    const id = await openCaseOf(videoId)
    const { reportsCount, reports } = await readCase(moderator, id)
    expect(reportsCount).toBe(2)
    expect(reports.map(({ reporter }) => reporter?.id)).toEqual([first.user.id, second.user.id])
  })
})

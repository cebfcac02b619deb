import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ErrorReply } from '../../../../contract/errors.ts'
import type { Case, CaseKind, CaseSummary } from '../../../../contract/moderation/cases.ts'
import type { OwnReport } from '../../../../contract/moderation/report-outcomes.ts'
import { insertVideos, startTestApp, type Caller, testApp, type Person } from '../../../test/test-app.ts'
import { hideVideo } from '../../videos/publishing/hide-video.ts'
import { signUpStaff } from '../decisions/people.fixture.ts'
import { closeCase } from './close-case.ts'

const t = testApp()
let moderator: Person
let admin: Person
beforeAll(async () => {
  moderator = await signUpStaff(t, 'moderator')
  admin = await signUpStaff(t, 'admin')
})

/** A clip and a comment by the same new user. */
async function scene() {
  const owner = await t.signUp()
  const [videoId = ''] = await insertVideos(t, owner.user.id, 1)
  const written = await owner.caller.post(`/api/videos/${videoId}/comments`, { text: 'Buy things' })
  return { owner, videoId, commentId: written.json<{ id: string }>().id }
}

const paths: Record<CaseKind, string> = { video: 'videos', comment: 'comments', account: 'users' }

async function report(caller: Caller, kind: CaseKind, id: string, reason = 'spam') {
  const reply = await caller.post(`/api/${paths[kind]}/${id}/report`, { reason, otherText: 'Look' })
  expect(reply.statusCode).toBe(201)
  return reply.json<{ reportId: string }>().reportId
}

const casesOf = (subjectId: string) =>
  t.db.selectFrom('cases').selectAll().where('subjectId', '=', subjectId).orderBy('openedAt').execute()

async function read(id: string, by = moderator): Promise<Case> {
  const reply = await by.caller.get(`/api/cases/${id}`)
  expect(reply.statusCode).toBe(200)
  return reply.json<Case>()
}

/** Closes the case as a decision does. */
async function decide(id: string, measure: 'none' | 'hide', rule: 'spam' | 'hate' = 'spam', judge = moderator) {
  await t.db.transaction().execute(async (tx) => {
    const { personId } = await closeCase(tx, id, { judgeId: judge.user.id, isQuiet: false })
    const words = { rule, ruleText: 'No.', facts: 'Seen.', source: 'report', detected: 'person' } as const
    await tx
      .insertInto('decisions')
      .values({ caseId: id, personId, measure, decidedBy: judge.user.id, ...words })
      .execute()
  })
}

async function openCaseOf(subjectId: string): Promise<string> {
  const open = (await casesOf(subjectId)).filter(({ state }) => state === 'open')
  expect(open).toHaveLength(1)
  return open[0]!.id
}

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
      const { reports } = await read(found!.id)
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

  test('require an existing subject that the reporter can see and does not own', async () => {
    const { owner, videoId, commentId } = await scene()
    for (const kind of ['video', 'comment', 'account'] as const) {
      const reply = await t.visitor.post(`/api/${paths[kind]}/${randomUUID()}/report`, {})
      expect(reply.statusCode).toBe(404)
    }
    const own = await owner.caller.post(`/api/comments/${commentId}/report`, {})
    expect([own.statusCode, own.json<ErrorReply>().message]).toEqual([
      400,
      'This is your own comment. You can delete it instead.',
    ])
    await t.db
      .updateTable('comments')
      .set({ hiddenFor: ['moderation'], isHidden: true })
      .where('id', '=', commentId)
      .execute()
    expect((await t.visitor.post(`/api/comments/${commentId}/report`, {})).statusCode).toBe(404)
    await t.db
      .updateTable('users')
      .set({ hiddenFor: ['suspension'], isHidden: true })
      .where('id', '=', owner.user.id)
      .execute()
    expect((await t.visitor.post(`/api/users/${owner.user.id}/report`, {})).statusCode).toBe(404)
    expect(await casesOf(videoId)).toEqual([])
  })
})

describe('the case of a judged subject', () => {
  async function judged(measure: 'none' | 'hide' = 'none') {
    const { owner, videoId } = await scene()
    const { caller } = await t.signUp()
    await report(caller, 'video', videoId)
    await decide(await openCaseOf(videoId), measure)
    return { owner, videoId, caller }
  }

  test('stays closed after reports that add nothing new', async () => {
    const { videoId, caller } = await judged()
    const again = await report(caller, 'video', videoId)
    expect(await report(caller, 'video', videoId, 'other')).toBe(again)
    await report((await t.signUp()).caller, 'video', videoId)
    for (let i = 0; i < 5; i++) await report(t.visitor, 'video', videoId)
    const cases = await casesOf(videoId)
    expect(cases).toEqual([expect.objectContaining({ state: 'closed', reportsCount: 1 })])
    const { state } = (await t.visitor.get(`/api/reports/${again}`)).json<{ state: string }>()
    expect(state).toBe('nothing-found')
  })

  test('is reopened after the text of the subject has changed', async () => {
    const { owner, videoId, caller } = await judged()
    await owner.caller.patch(`/api/videos/${videoId}`, { title: 'Buy things' })
    await report(caller, 'video', videoId)
    const id = await openCaseOf(videoId)
    await owner.caller.patch(`/api/videos/${videoId}`, { title: 'Nothing to see' })
    expect(await read(id)).toMatchObject({ snapshot: { title: 'Buy things' }, current: { title: 'Nothing to see' } })
    await decide(id, 'none')
    // A text that was judged before does not count as new.
    await owner.caller.patch(`/api/videos/${videoId}`, { title: 'Clip 0' })
    await report(caller, 'video', videoId)
    expect((await casesOf(videoId)).map(({ state }) => state)).toEqual(['closed', 'closed'])
  })

  test('is reopened after its model has changed, and moderators see the new model', async () => {
    const { owner, videoId, caller } = await judged()
    await owner.caller.patch(`/api/videos/${videoId}`, { model: 'Buy things at example.org' })
    await report(caller, 'video', videoId)
    expect(await read(await openCaseOf(videoId))).toMatchObject({ snapshot: { model: 'Buy things at example.org' } })
  })

  test('is reopened only by the first report of each new rule', async () => {
    const { videoId, caller } = await judged()
    await report(caller, 'video', videoId, 'hate')
    await decide(await openCaseOf(videoId), 'none', 'hate')
    await report(caller, 'video', videoId, 'spam')
    await report(caller, 'video', videoId, 'hate')
    expect((await casesOf(videoId)).map(({ state }) => state)).toEqual(['closed', 'closed'])
  })

  test('is reopened by reports from twice as many new accounts', async () => {
    const { videoId } = await judged()
    const [first, second] = [await t.signUp(), await t.signUp()]
    await report(first.caller, 'video', videoId)
    await report(first.caller, 'video', videoId)
    expect((await casesOf(videoId)).map(({ state }) => state)).toEqual(['closed'])
    await report(second.caller, 'video', videoId)
    const id = await openCaseOf(videoId)
    const { reportsCount, reports } = await read(id)
    expect(reportsCount).toBe(2)
    expect(reports.map(({ reporter }) => reporter?.id)).toEqual([first.user.id, second.user.id])
  })
})

describe('content deleted by its owner', () => {
  test('closes its case and notifies the reporters', async () => {
    const { owner, videoId, commentId } = await scene()
    const { caller } = await t.signUp()
    await report(caller, 'comment', commentId)
    await owner.caller.delete(`/api/comments/${commentId}`)
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

describe('a reporter', () => {
  test('sees the outcome and the rule, but never who decided', async () => {
    const { videoId, commentId } = await scene()
    const { caller } = await t.signUp()
    const [first, second] = [await report(caller, 'video', videoId), await report(caller, 'comment', commentId)]
    const state = async (id: string) => (await t.visitor.get(`/api/reports/${id}`)).json<{ state: string }>().state
    expect(await state(first)).toBe('open')
    await t.db.updateTable('users').set({ displayName: 'Canary Judge' }).where('id', '=', moderator.user.id).execute()
    await decide(await openCaseOf(videoId), 'hide')
    await decide(await openCaseOf(commentId), 'none')
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
    await t.db.updateTable('decisions').set(ended).where('measure', '=', 'hide').execute()
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
      await decide(await openCaseOf(videoId), measure)
    }
    const { videoId } = await scene()
    await report(reporter.caller, 'video', videoId)
    const { reports } = await read(await openCaseOf(videoId))
    expect(reports.map((each) => each.reporter)).toEqual([expect.objectContaining({ agreed: 1, judged: 3 })])
  })
})

describe('the queue', () => {
  test('lists severe cases first, then the oldest, with full pages', async () => {
    const { owner } = await scene()
    await t.db
      .updateTable('cases')
      .set({ state: 'closed', closedAt: sql<string>`now()` })
      .where('state', '=', 'open')
      .execute()
    const videoIds = await insertVideos(t, owner.user.id, 9)
    for (const [i, id] of videoIds.entries()) await report(t.visitor, 'video', id, i % 3 === 0 ? 'hate' : 'spam')
    const found = await Promise.all(videoIds.map(openCaseOf))
    const expected = [0, 3, 6, 1, 2, 4, 5, 7, 8].map((i) => found[i])
    for (const limit of [2, 4, 30]) {
      const seen: string[] = []
      let cursor = ''
      do {
        const reply = await moderator.caller.get(`/api/cases?limit=${limit}${cursor && `&cursor=${cursor}`}`)
        const page = reply.json<{ cases: CaseSummary[]; nextCursor: string | null; openCount: number }>()
        seen.push(...page.cases.map(({ id }) => id))
        expect(page.openCount).toBe(9)
        cursor = page.nextCursor ?? ''
      } while (cursor)
      expect(seen).toEqual(expected)
    }
    const accounts = (await moderator.caller.get('/api/cases?kind=account')).json<{ cases: CaseSummary[] }>()
    expect(accounts.cases).toEqual([])
    await decide(found[0]!, 'none')
    await decide(found[1]!, 'hide')
    const closed = (await moderator.caller.get('/api/cases?state=closed&limit=2')).json<{ cases: CaseSummary[] }>()
    expect(closed.cases.map(({ id }) => id)).toEqual([found[1], found[0]])
  })

  test('reserves a claimed case for one moderator for a quarter of an hour', async () => {
    const { videoId } = await scene()
    await report(t.visitor, 'video', videoId)
    const id = await openCaseOf(videoId)
    const others = await Promise.all(Array.from({ length: 4 }, () => signUpStaff(t, 'moderator')))
    const url = `/api/cases/${id}/claim`
    const replies = await Promise.all(others.map(({ caller }) => caller.put(url)))
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409])
    const winner = others[replies.findIndex(({ statusCode }) => statusCode === 200)]!
    expect((await read(id, winner)).claim).toMatchObject({ isMine: true })
    expect((await read(id)).claim).toMatchObject({ isMine: false, name: 'Somebody' })
    await expect(decide(id, 'none')).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await winner.caller.put(url)).statusCode).toBe(200)

    await moderator.caller.delete(url)
    expect((await read(id)).claim).not.toBeNull()
    await t.db
      .updateTable('cases')
      .set({ claimedUntil: sql<string>`now()` })
      .where('id', '=', id)
      .execute()
    expect((await read(id)).claim).toBeNull()
    expect((await moderator.caller.put(url)).statusCode).toBe(200)
    expect((await moderator.caller.delete(url)).statusCode).toBe(204)
    expect((await read(id)).claim).toBeNull()
  })
})

describe('judging permissions', () => {
  async function whyNot(id: string, judge: typeof moderator) {
    const shown = (await read(id, judge)).whyNot
    const claim = await judge.caller.put(`/api/cases/${id}/claim`)
    expect([claim.statusCode, claim.statusCode === 403 ? claim.json<ErrorReply>().message : null]).toEqual([
      shown ? 403 : 200,
      shown,
    ])
    await judge.caller.delete(`/api/cases/${id}/claim`)
    // Attempts a decision only if a refusal is expected, because a success would close the case.
    const refusal = shown && (await decide(id, 'none', 'spam', judge).catch(({ message }: Error) => message))
    expect(refusal).toBe(shown)
    return shown
  }

  test('moderators cannot judge their own content or cases that they reported', async () => {
    const { videoId } = await scene()
    await report(moderator.caller, 'video', videoId)
    const reported = await openCaseOf(videoId)
    expect(await whyNot(reported, moderator)).toBe('You reported this, so another moderator has to decide.')
    expect(await whyNot(reported, admin)).toBeNull()

    const [ownId = ''] = await insertVideos(t, moderator.user.id, 1)
    await report(t.visitor, 'video', ownId)
    const own = await openCaseOf(ownId)
    expect(await whyNot(own, moderator)).toBe('This is about you, so another moderator has to decide.')
    expect(await whyNot(own, await signUpStaff(t, 'moderator'))).toMatch(/so an admin has to decide/)
    expect(await whyNot(own, admin)).toBeNull()

    await report(t.visitor, 'account', admin.user.id)
    const ofAdmin = await openCaseOf(admin.user.id)
    const otherAdmin = await signUpStaff(t, 'admin')
    expect(await whyNot(ofAdmin, admin)).toMatch(/about you/)
    expect(await whyNot(ofAdmin, moderator)).toMatch(/npm run admin/)
    expect(await whyNot(ofAdmin, otherAdmin)).toMatch(/npm run admin/)
  })

  test('a reporter may judge the case if no other moderator could', async () => {
    const alone = await startTestApp()
    const { caller } = await signUpStaff(alone, 'admin')
    const owner = await alone.signUp()
    await caller.post(`/api/users/${owner.user.id}/report`, {})
    const { id } = await alone.db.selectFrom('cases').select('id').executeTakeFirstOrThrow()
    expect((await caller.get(`/api/cases/${id}`)).json<Case>().whyNot).toBeNull()
    await alone.stop()
  })

  test('of two concurrent decisions one succeeds', async () => {
    for (let round = 0; round < 10; round++) {
      const { videoId } = await scene()
      await report(t.visitor, 'video', videoId)
      const id = await openCaseOf(videoId)
      const outcomes = await Promise.allSettled([decide(id, 'none'), decide(id, 'hide', 'spam', admin)])
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const { decisions, reports } = await read(id)
      expect([decisions.length, reports.length]).toEqual([1, 1])
    }
    const { videoId } = await scene()
    await report(t.visitor, 'video', videoId)
    const member = await t.signUp()
    const attempt = decide(await openCaseOf(videoId), 'none', 'spam', member)
    await expect(attempt).rejects.toMatchObject({ code: 'ACCESS_DENIED' })
  })
})

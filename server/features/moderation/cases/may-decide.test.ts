import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ErrorReply } from '../../../../contract/errors.ts'
import type { BatchBody } from '../../../../contract/moderation/batches.ts'
import { type Case, CLAIM_MINUTES } from '../../../../contract/moderation/cases.ts'
import type { Decision } from '../../../../contract/moderation/decisions.ts'
import type { LogLine } from '../../../../contract/moderation/public-log.ts'
import type { Overview } from '../../../../contract/site/overview.ts'
import { insertVideos, testApp, testPerson } from '../../../test/test-app.ts'
import { batchesIn, make } from '../batches/batches.fixture.ts'
import { decideAbout, decision, openCaseAbout, statementsOf, writeComment } from '../decisions/people.fixture.ts'
import { casesIn, readCase, report } from './cases.fixture.ts'

const t = testApp()
const { scene, openCaseOf, decide } = casesIn(t)
const { run } = batchesIn(t)
const moderator = testPerson(t, { role: 'moderator' })
const admin = testPerson(t, { role: 'admin' })

test('a moderator who claims a case reserves it for a quarter of an hour', async () => {
  const { videoId } = await scene()
  await report(t.visitor, 'video', videoId)
  const id = await openCaseOf(videoId)
  const others = await Promise.all(Array.from({ length: 4 }, () => t.signUp({ role: 'moderator' })))
  const url = `/api/cases/${id}/claim`
  const replies = await Promise.all(others.map(({ caller }) => caller.put(url)))
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409])
  const until = replies.find(({ statusCode }) => statusCode === 200)!.json<{ until: string }>().until
  expect(Math.round((Date.parse(until) - Date.now()) / 60_000)).toBe(CLAIM_MINUTES)
  const winner = others[replies.findIndex(({ statusCode }) => statusCode === 200)]!
  expect((await readCase(winner, id)).claim).toMatchObject({ isMine: true })
  expect((await readCase(moderator, id)).claim).toMatchObject({ isMine: false, name: 'Somebody' })
  await expect(decide(moderator, id, 'none')).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await winner.caller.put(url)).statusCode).toBe(200)

  await moderator.caller.delete(url)
  expect((await readCase(moderator, id)).claim).not.toBeNull()
  await t.change('cases', id, { claimedUntil: sql<string>`now()` })
  expect((await readCase(moderator, id)).claim).toBeNull()
  expect((await moderator.caller.put(url)).statusCode).toBe(200)
  expect((await moderator.caller.delete(url)).statusCode).toBe(204)
  expect((await readCase(moderator, id)).claim).toBeNull()
})

test('a claim ends when its moderator loses the role or is suspended', async () => {
  const id = await openCaseAbout(t, 'video', (await scene()).videoId)
  for (const leave of [
    (userId: string) => t.change('users', userId, { role: 'member' }),
    (userId: string) => t.change('users', userId, { isHidden: true, hiddenFor: ['suspension'] }),
  ]) {
    const { caller, user } = await t.signUp({ role: 'moderator' })
    expect((await caller.put(`/api/cases/${id}/claim`)).statusCode).toBe(200)
    await expect(decide(admin, id, 'none')).rejects.toMatchObject({ code: 'CONFLICT' })
    await leave(user.id)
    expect((await readCase(admin, id)).claim).toBeNull()
  }
  await decide(admin, id, 'none')
})

describe('permissions to judge', () => {
  async function whyNot(id: string, judge: typeof moderator) {
    const claim = await judge.caller.put(`/api/cases/${id}/claim`)
    const shown = claim.statusCode === 200 ? null : claim.json<ErrorReply>().message
    const isAboutThem = shown?.includes('about you') ?? false
    const read = await judge.caller.get(`/api/cases/${id}`)
    expect(read.json()).toMatchObject(isAboutThem ? { code: 'NOT_FOUND' } : { whyNot: shown })
    await judge.caller.delete(`/api/cases/${id}/claim`)
    // Attempts a decision only if a refusal is expected, because a success would close the case.
    const refusal = shown && (await decide(judge, id, 'none').catch(({ message }: Error) => message))
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
    expect(await whyNot(own, await t.signUp({ role: 'moderator' }))).toMatch(/so an admin has to decide/)
    expect(await whyNot(own, admin)).toBeNull()

    await report(t.visitor, 'account', admin.user.id)
    const ofAdmin = await openCaseOf(admin.user.id)
    const otherAdmin = await t.signUp({ role: 'admin' })
    expect(await whyNot(ofAdmin, admin)).toMatch(/about you/)
    expect(await whyNot(ofAdmin, moderator)).toMatch(/so an admin has to decide/)
    expect(await whyNot(ofAdmin, otherAdmin)).toBeNull()
  })

  // A site without staff other than those of each test.
  const small = testApp()
  beforeEach(() => small.db.updateTable('users').set({ role: 'member' }).execute())

  const refusal = { code: 'ACCESS_DENIED' }

  test('a case about an admin’s account can only be dismissed, by another admin or else by a moderator', async () => {
    const sole = await small.signUp({ role: 'admin' })
    const other = await small.signUp({ role: 'moderator' })
    const decideAs = (judge: typeof sole, id: string, measure: 'none' | 'warn') =>
      judge.caller.post(`/api/cases/${id}/decision`, decision(measure))

    const id = await openCaseAbout(small, 'account', sole.user.id)
    expect(await readCase(other, id)).toMatchObject({
      whyNot: null,
      whyNotEnforce: expect.stringMatching(/npm run admin/),
    })
    const second = await small.signUp({ role: 'admin' })
    expect((await decideAs(other, id, 'none')).json()).toMatchObject(refusal)
    expect((await decideAs(sole, id, 'none')).json()).toMatchObject(refusal)
    expect((await decideAs(second, id, 'warn')).json()).toMatchObject(refusal)
    await small.change('users', second.user.id, { restrictedUntil: 'infinity' })
    expect((await decideAs(other, id, 'none')).statusCode).toBe(201)

    await small.change('users', second.user.id, { restrictedUntil: null })
    await decideAbout(second, { kind: 'account', subjectId: sole.user.id }, decision('none'))
  })

  test('of cases about themselves, staff learn only what every user does', async () => {
    const judge = await t.signUp({ role: 'admin', displayName: 'The judge' })
    const person = await t.signUp({ role: 'admin' })
    const [videoId = ''] = await insertVideos(t, person.user.id, 1)
    const commentId = await writeComment(person.caller, (await scene()).videoId)
    const subjectIds = [videoId, commentId, person.user.id]
    for (const [i, kind] of (['video', 'comment', 'account'] as const).entries()) {
      await report(t.visitor, kind, subjectIds[i]!)
    }
    const ids = await Promise.all(subjectIds.map(openCaseOf))
    const counts = async ({ caller }: typeof person) => {
      const { openCount } = (await caller.get('/api/cases')).json<{ openCount: number }>()
      const { waitingCount } = (await caller.get('/api/appeals')).json<{ waitingCount: number }>()
      const { cases, appeals } = (await caller.get('/api/overview')).json<Overview>().waiting
      return [openCount, waitingCount, cases.count, appeals.count] as const
    }

    const warning = decision('warn', { facts: 'A fact.', note: 'A note of staff.' })
    const decided = await judge.caller.post(`/api/cases/${ids[0]}/decision`, warning)
    await person.caller.post(`/api/account/decisions/${decided.json<Decision>().id}/appeal`, { text: 'An appeal.' })
    const [open, pending] = await counts(judge)
    expect(await counts(person)).toEqual([open - 2, pending - 1, open - 2, pending - 1])
    const batch = await make(judge, {
      ...(decision('warn') as BatchBody),
      kind: 'case',
      subjectIds: ids.slice(1),
      seenReports: [1, 1],
    })
    await run(batch.id)

    const secrets = ['A note of staff.', 'An appeal.', ...ids]
    const lists = ['/api/cases', '/api/cases?state=closed', '/api/appeals', '/api/batches']
    const bodies = async ({ caller }: typeof person) =>
      Promise.all([...lists, ...ids.map((id) => `/api/cases/${id}`)].map(async (url) => (await caller.get(url)).body))
    const seenBy = async (staff: typeof person) => {
      const all = (await bodies(staff)).join()
      return secrets.filter((secret) => all.includes(secret))
    }
    expect([await seenBy(judge), await seenBy(person)]).toEqual([secrets, []])
    const [statement] = await statementsOf(person)
    expect(statement).toMatchObject({ facts: 'A fact.', appeal: { text: 'An appeal.' } })
  })

  test('an admin can dismiss a case about themselves if no other staff may decide it', async () => {
    const sole = await small.signUp({ role: 'admin' })
    const [videoId = ''] = await insertVideos(small, sole.user.id, 1)
    const ofClip = await openCaseAbout(small, 'video', videoId)
    const ofAccount = await openCaseAbout(small, 'account', sole.user.id)
    const url = (id: string) => `/api/cases/${id}/decision`
    expect(await readCase(sole, ofClip)).toMatchObject({
      whyNot: null,
      whyNotEnforce: 'This is about you, so another moderator has to decide. You can only find no violation.',
    })
    expect((await sole.caller.post(url(ofClip), decision('hide'))).json()).toMatchObject(refusal)
    expect((await sole.caller.post(url(ofAccount), decision('warn'))).json()).toMatchObject(refusal)

    // A moderator may decide about the account, but not about an admin's clip.
    const { caller, user } = await small.signUp({ role: 'moderator' })
    expect((await caller.post(url(ofClip), decision('none'))).json()).toMatchObject(refusal)
    expect((await sole.caller.post(url(ofAccount), decision('none'))).json()).toMatchObject(refusal)
    await small.change('users', user.id, { role: 'member' })
    expect((await sole.caller.put(`/api/cases/${ofClip}/claim`)).statusCode).toBe(200)
    for (const id of [ofClip, ofAccount]) {
      expect((await sole.caller.post(url(id), decision('none'))).statusCode).toBe(201)
    }
    const { lines } = (await small.visitor.get('/api/log')).json<{ lines: LogLine[] }>()
    expect(lines.slice(0, 2)).toMatchObject([
      { entry: { kind: 'account', measure: 'none' } },
      { entry: { kind: 'video', measure: 'none' } },
    ])
  })

  test('a moderator who reported a case may judge it if no other moderator can', async () => {
    const sole = await small.signUp({ role: 'admin' })
    const [member, other] = [await small.signUp(), await small.signUp()]
    const reportsCase = async (by: typeof sole, subjectId: string) => {
      await by.caller.post(`/api/users/${subjectId}/report`, {})
      const { id } = await small.row('cases', { subjectId })
      return async () => (await by.caller.get(`/api/cases/${id}`)).json<Case>().whyNot
    }
    expect(await (await reportsCase(sole, member.user.id))()).toBeNull()

    // The second of two moderators cannot judge the case either: it is about them, or they reported it, too.
    const second = await small.signUp({ role: 'moderator' })
    expect(await (await reportsCase(sole, second.user.id))()).toBeNull()
    const ofFirst = await reportsCase(sole, other.user.id)
    expect(await ofFirst()).toMatch(/^You reported this/)
    const ofSecond = await reportsCase(second, other.user.id)
    expect([await ofFirst(), await ofSecond()]).toEqual([null, null])
  })
})

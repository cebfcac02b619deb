import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Comment, CommentPage } from '../../../../contract/social/comments.ts'
import type { OwnPendingComment } from '../../../../contract/moderation/own-pending.ts'
import type { PendingCommentPage } from '../../../../contract/moderation/pending-comments.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import { requestBehind } from '../../../test/database/request-behind.ts'
import { readPages } from '../../../test/read-pages.ts'
import { type Caller, insertVideos, type Person, refusalOf, testApp, testPerson } from '../../../test/test-app.ts'
import { hideComments, showComments } from '../../social/comments/hide-comments.ts'
import { findDifferences } from '../../site/doctor/find-differences.ts'
import { decideLockedSubject } from '../decisions/decide.ts'
import { decideAbout, decision, openCaseAbout, setRole } from '../decisions/people.fixture.ts'
import * as make from '../new-account-limits/new-accounts.fixture.ts'
import { unread } from '../../social/notifications/notifications.fixture.ts'

const LINK = 'Free likes at example.com'

const t = testApp()
const moderator = testPerson(t, { role: 'moderator' })
beforeEach(() => setRole(t, moderator, 'moderator'))

const commentsCount = async (caller: Caller, videoId: string) =>
  (await caller.get(`/api/videos/${videoId}`)).json<Video>().commentsCount
const ownPendingOf = async ({ caller }: Person) =>
  (await caller.get('/api/account/waiting-comments')).json<{ comments: OwnPendingComment[] }>().comments
const queue = async () => (await moderator.caller.get('/api/held-comments?limit=100')).json<PendingCommentPage>()
const release = (by: Person, { id }: Pick<Comment, 'id'>) => by.caller.post(`/api/comments/${id}/release`)

describe('a pending comment', () => {
  test('is visible to its author and staff only and is not counted', async () => {
    const [{ id, owner }, author, stranger] = [await make.clip(t), await t.signUp(), await t.signUp()]
    // No other test posts these words.
    const text = 'Fifty likes for you at example.com'
    const pending = await make.comment(author, id, text)
    expect(pending.isHeld).toBe(true)
    for (const caller of [t.visitor, stranger.caller, owner.caller]) {
      expect(await make.listTexts(caller, id)).toEqual([])
      expect(await commentsCount(caller, id)).toBe(0)
    }
    const own = (await author.caller.get(`/api/videos/${id}/comments`)).json<CommentPage>()
    expect(own).toEqual({ comments: [pending], nextCursor: null })
    expect(await ownPendingOf(author)).toMatchObject([{ text, video: { id } }])
    expect(await ownPendingOf(stranger)).toEqual([])
    expect(await unread(owner)).toBe(0)
    expect((await queue()).comments.find((each) => each.id === pending.id)).toMatchObject({
      text,
      heldBecause: 'link',
      author: { id: author.user.id },
      video: { id },
      sameWordsCount: 1,
    })
    expect((await stranger.caller.post(`/api/comments/${pending.id}/like`)).statusCode).toBe(404)
  })

  test('is counted, listed and notified once staff approve it', async () => {
    const [{ id, owner }, author] = [await make.clip(t), await t.signUp()]
    const pending = await make.comment(author, id, LINK)
    const after = await make.comment(author, id, 'And one more')
    const released = await release(moderator, pending)
    const { isHeld: _, ...shown } = pending
    expect([released.statusCode, released.json()]).toEqual([200, shown])
    expect(await make.listTexts(t.visitor, id)).toEqual([after.text, LINK])
    expect(await commentsCount(t.visitor, id)).toBe(2)
    expect(await unread(owner)).toBe(2)
    expect(await ownPendingOf(author)).toEqual([])
    expect((await queue()).comments.some((each) => each.id === pending.id)).toBe(false)
    expect((await t.rows('staffLog', {}, 'id')).at(-1)).toMatchObject({
      actorId: moderator.user.id,
      act: 'release-comment',
      subject: { commentId: pending.id },
    })
  })

  test('is notified once and counts for Rising when the decision that hid it is lifted', async () => {
    const [{ id, owner }, author] = [await make.clip(t), await t.signUp()]
    const pending = await make.comment(author, id, LINK)
    const about = { kind: 'comment', subjectId: pending.id } as const
    for (let i = 0; i < 2; i++) {
      const decided = await decideAbout(moderator, about, decision('hide'))
      expect(await unread(owner)).toBe(0)
      await moderator.caller.post(`/api/decisions/${decided.id}/lift`, { answer: 'It is fine.' })
      expect(await make.listTexts(t.visitor, id)).toEqual([LINK])
      expect(await unread(owner)).toBe(1)
      expect(await t.db.selectFrom('videoHours').where('videoId', '=', id).select('hour').execute()).toHaveLength(1)
    }
  })

  test('is approved once despite concurrent approvals', async () => {
    const [{ id, owner }, author] = [await make.clip(t), await t.signUp()]
    const pending = await make.comment(author, id, LINK)
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await release(moderator, pending)).statusCode),
    )
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
    expect([await commentsCount(t.visitor, id), await unread(owner)]).toEqual([1, 1])
  })

  test('cannot be approved by other users', async () => {
    const [{ id, owner }, author, stranger] = [await make.clip(t), await t.signUp(), await t.signUp()]
    const pending = await make.comment(author, id, LINK)
    const statuses = [author, stranger, owner].map(async (person) => (await release(person, pending)).statusCode)
    // The owner of the clip may approve comments that await the owner's review, but this one awaits staff.
    expect(await Promise.all(statuses)).toEqual([403, 404, 409])
    expect(await make.listTexts(t.visitor, id)).toEqual([])
  })

  test('leaves the queue while the account of its author is hidden', async () => {
    const [{ id }, author] = [await make.clip(t), await t.signUp()]
    const pending = await make.comment(author, id, LINK)
    const isQueued = async () => (await queue()).comments.some((each) => each.id === pending.id)
    await hideComments(t.db, [pending.id], 'account')
    expect(await isQueued()).toBe(false)
    await showComments(t.db, [pending.id], 'account')
    expect(await isQueued()).toBe(true)
  })

  test('can be deleted by its author without changing a count', async () => {
    const [{ id }, author] = [await make.clip(t), await t.signUp()]
    const pending = await make.comment(author, id, LINK)
    expect((await author.caller.delete(`/api/comments/${pending.id}`)).statusCode).toBe(204)
    expect(await make.listTexts(author.caller, id)).toEqual([])
    expect(await commentsCount(t.visitor, id)).toBe(0)
  })

  test("is no longer pending after a moderator's decision", async () => {
    const [{ id }, author] = [await make.clip(t), await t.signUp()]
    const pending = await make.comment(author, id, LINK)
    await hideComments(t.db, [pending.id], 'moderation')
    expect((await queue()).comments.some((each) => each.id === pending.id)).toBe(false)
    expect((await release(moderator, pending)).statusCode).toBe(409)
    await showComments(t.db, [pending.id], 'moderation')
    const stored = await t.row('comments', pending.id)
    expect([stored.hiddenFor, stored.heldBecause]).toEqual([[], 'link'])
  })

  test("appears in its place in its author's lists", async () => {
    const [{ id, owner }, author] = [await make.clip(t), await t.signUp()]
    const texts: string[] = []
    for (let i = 0; i < 4; i++) {
      await make.comment(owner, id, `Thanks ${i}`)
      await make.comment(author, id, `${i} ${LINK}`)
      texts.unshift(`${i} ${LINK}`, `Thanks ${i}`)
    }
    const read: string[] = []
    for await (const { comments } of readPages<CommentPage>(author.caller, `/api/videos/${id}/comments?limit=3`)) {
      expect(comments.length).toBeLessThanOrEqual(3)
      read.push(...comments.map(({ text }) => text))
    }
    expect(read).toEqual(texts)
  })
})

describe('filter rules', () => {
  test('no comment needs approval while the site has no staff', async () => {
    await setRole(t, moderator, 'member')
    const [{ id }, author] = [await make.clip(t), await t.signUp()]
    // Neither the link nor the repetition matters.
    for (let i = 0; i < 4; i++) expect(await make.comment(author, id, LINK)).not.toHaveProperty('isHeld')
  })

  test('no comment needs approval while an admin has disabled the filter', async () => {
    await setRole(t, moderator, 'admin')
    const [{ id }, author] = [await make.clip(t), await t.signUp()]
    const setFilter = async (holds: boolean) =>
      expect((await moderator.caller.patch('/api/site-settings', { holds })).statusCode).toBe(200)
    expect(await make.comment(author, id, LINK)).toMatchObject({ isHeld: true })
    await setFilter(false)
    expect(await make.comment(author, id, `${LINK}, again`)).not.toHaveProperty('isHeld')
    expect(await make.listTexts(t.visitor, id)).toEqual([`${LINK}, again`])
    await setFilter(true)
    expect(await make.comment(author, id, `${LINK}, for ever`)).toMatchObject({ isHeld: true })
  })

  test('no comment needs approval while all staff are suspended or restricted', async () => {
    const [{ id }, author] = [await make.clip(t), await t.signUp()]
    await t.change('users', moderator.user.id, { restrictedUntil: 'infinity' })
    await setRole(t, moderator, 'moderator')
    expect(await make.comment(author, id, LINK)).not.toHaveProperty('isHeld')
    await t.change('users', moderator.user.id, { restrictedUntil: null })
  })

  test('only comments of new or inactive accounts need approval', async () => {
    const { id, owner } = await make.clip(t)
    for (const person of [owner, moderator, await make.signUpEstablished(t)]) {
      expect(await make.comment(person, id, LINK)).not.toHaveProperty('isHeld')
    }
    const young = await make.signUpEstablished(t)
    await make.makeOlder(t, young, -2)
    const idle = await t.signUp()
    await make.makeOlder(t, idle, 400)
    for (const person of [young, idle]) expect(await make.comment(person, id, LINK)).toHaveProperty('isHeld', true)
  })

  test('an account with three approved comments no longer counts as new', async () => {
    const [{ id }, author] = [await make.clip(t), await t.signUp()]
    for (let i = 0; i < 3; i++) {
      const pending = await make.comment(author, id, `${i} ${LINK}`)
      expect(pending.isHeld).toBe(true)
      await release(moderator, pending)
    }
    expect(await make.comment(author, id, LINK)).not.toHaveProperty('isHeld')
  })

  test('the third comment with the same words by a new account needs approval', async () => {
    const [{ user }, author] = [await make.signUpEstablished(t), await t.signUp()]
    const clips = await insertVideos(t, user.id, 5)
    const words = 'Write to me, I have something for you'
    const pending = []
    for (const [i, id] of clips.entries())
      pending.push((await make.comment(author, id, `${words}${'!'.repeat(i)}`)).isHeld)
    expect(pending).toEqual([undefined, undefined, true, true, true])
  })

  test('the same words by three new accounts need approval, even when posted concurrently', async () => {
    const { user } = await make.signUpEstablished(t)
    const clips = await insertVideos(t, user.id, 8)
    const authors = await Promise.all(clips.map(() => t.signUp()))
    const comments = await Promise.all(
      authors.map((author, i) => make.comment(author, clips[i]!, 'This made me rich, ask me how it works')),
    )
    expect(comments.filter(({ isHeld: isPending }) => isPending)).toHaveLength(6)
    const { comments: queued } = await queue()
    expect(
      queued.find(({ id }) => id === comments.find(({ isHeld: isPending }) => isPending)?.id)?.sameWordsCount,
    ).toBe(8)
  })

  test('common short comments do not count as a spam wave', async () => {
    const [{ user }, author] = [await make.signUpEstablished(t), await t.signUp()]
    for (const id of await insertVideos(t, user.id, 5)) {
      expect(await make.comment(author, id, 'Beautiful! 😍')).not.toHaveProperty('isHeld')
    }
  })
})

test('hiding a wave hides all its comments with one decision each', async () => {
  const { user } = await make.signUpEstablished(t)
  const clips = await insertVideos(t, user.id, 5)
  const authors = await Promise.all(clips.map(() => t.signUp()))
  const words = 'Everybody gets a free phone from my uncle'
  const wave: Comment[] = []
  for (const [i, author] of authors.entries()) wave.push(await make.comment(author, clips[i]!, words))
  await make.comment(authors[0]!, clips[0]!, 'Something else, and longer than a few words')
  expect(wave.map(({ isHeld: isPending }) => isPending)).toEqual([undefined, undefined, true, true, true])
  const sameWordsCount = async () => (await queue()).comments.find(({ id }) => id === wave[2]!.id)?.sameWordsCount
  await hideComments(t.db, [wave[0]!.id], 'account')
  expect(await sameWordsCount()).toBe(4)
  await showComments(t.db, [wave[0]!.id], 'account')
  expect(await sameWordsCount()).toBe(5)

  const reply = await moderator.caller.post(`/api/comments/${wave[2]!.id}/same-words/decision`, {
    rule: 'spam',
    facts: 'The same words below many clips',
  })
  expect([reply.statusCode, reply.json()]).toEqual([201, { decidedCount: 5 }])
  const texts = await Promise.all(clips.map((id) => make.listTexts(t.visitor, id)))
  expect(texts.flat()).toEqual(['Something else, and longer than a few words'])
  const decided = await t.rows('decisions', { measure: 'hide' })
  for (const [i, { user: author }] of authors.entries()) {
    const detected = i < 2 ? 'person' : 'hold'
    expect(decided).toContainEqual(expect.objectContaining({ personId: author.id, detected }))
  }
})

test('a wave that two moderators hide concurrently gets one decision per comment', async () => {
  const { user } = await make.signUpEstablished(t)
  const clips = await insertVideos(t, user.id, 3)
  const wave: Comment[] = []
  for (const id of clips)
    wave.push(await make.comment(await t.signUp(), id, 'My uncle gives free tablets to everybody'))
  const hide = (by: Person, { id }: Comment) =>
    by.caller.post(`/api/comments/${id}/same-words/decision`, { rule: 'spam', facts: 'The same words' })
  const second = await requestBehind(
    t,
    () => hide(moderator, wave[0]!),
    async (tx, untilItWaits) => {
      await sql`select from videos where id = any (${clips}::uuid[]) order by id for no key update`.execute(tx)
      await untilItWaits()
      for (const { id } of wave) {
        const body = decision('hide', { rule: 'spam' })
        await decideLockedSubject(tx, moderator.user.id, { kind: 'comment', subjectId: id, ...body })
      }
    },
  )
  expect(refusalOf(second)).toEqual([409, 'This has already been decided.'])
  const cases = await t.rows('cases', { subjectId: wave.map(({ id }) => id) })
  expect(await t.rows('decisions', { caseId: cases.map(({ id }) => id) })).toHaveLength(wave.length)
})

test('a wave leaves out comments that the moderator reported or another moderator has claimed', async () => {
  const { user } = await make.signUpEstablished(t)
  const wave: Comment[] = []
  for (const id of await insertVideos(t, user.id, 4))
    wave.push(await make.comment(await t.signUp(), id, 'Two free watches for all of my friends'))
  const [first, reported, claimed, own] = wave as [Comment, Comment, Comment, Comment]
  const colleague = await t.signUp({ role: 'moderator' })
  for (const [by, { id }] of [
    [colleague, claimed],
    [moderator, own],
  ] as const)
    await by.caller.put(`/api/cases/${await openCaseAbout(t, 'comment', id)}/claim`)
  await moderator.caller.post(`/api/comments/${reported.id}/report`, { reason: 'spam' })

  const hide = ({ id }: Comment) =>
    moderator.caller.post(`/api/comments/${id}/same-words/decision`, { rule: 'spam', facts: 'The same words' })
  expect((await hide(first)).json()).toEqual({ decidedCount: 2 })
  expect((await hide(claimed)).json()).toMatchObject({ message: 'Another moderator is reviewing this right now.' })
  expect(await make.listTexts(t.visitor, reported.videoId)).toEqual([reported.text])
  // Later tests need a site without staff.
  await setRole(t, colleague, 'member')
})

describe('the owner of a clip', () => {
  test('can review each comment without staff before it appears', async () => {
    const [{ id, owner }, author] = [await make.clip(t), await make.signUpEstablished(t)]
    expect((await owner.caller.patch(`/api/videos/${id}`, { commenting: 'held' })).json()).toMatchObject({
      commenting: 'held',
    })
    const pending = await make.comment(author, id, 'May I?')
    expect(pending.isHeld).toBe(true)
    expect(await make.comment(owner, id, 'Mine')).not.toHaveProperty('isHeld')
    expect((await queue()).comments.some((each) => each.id === pending.id)).toBe(false)
    const pendingOnClip = await owner.caller.get(`/api/videos/${id}/waiting-comments`)
    expect(pendingOnClip.json()).toEqual({ comments: [pending] })
    expect(await ownPendingOf(author)).toHaveLength(1)
    await hideComments(t.db, [pending.id], 'moderation')
    expect(await ownPendingOf(author)).toEqual([])
    await showComments(t.db, [pending.id], 'moderation')
    expect((await release(moderator, pending)).statusCode).toBe(409)
    expect((await release(owner, pending)).statusCode).toBe(200)
    expect(await make.listTexts(t.visitor, id)).toEqual(['Mine', 'May I?'])
    expect(await commentsCount(t.visitor, id)).toBe(2)
  })

  test('sees comments that awaited staff once staff have approved them', async () => {
    const [{ id, owner }, author] = [await make.clip(t), await t.signUp()]
    await owner.caller.patch(`/api/videos/${id}`, { commenting: 'held' })
    const pending = await make.comment(author, id, LINK)
    const pendingOnClip = async () => (await owner.caller.get(`/api/videos/${id}/waiting-comments`)).json<CommentPage>()
    expect((await pendingOnClip()).comments).toEqual([])
    expect((await release(moderator, pending)).json()).toMatchObject({ isHeld: true })
    expect((await pendingOnClip()).comments).toHaveLength(1)
    expect(await make.listTexts(t.visitor, id)).toEqual([])
  })

  test('can switch comments off, and existing ones are kept', async () => {
    const [{ id, owner }, author] = [await make.clip(t), await make.signUpEstablished(t)]
    await make.comment(author, id, 'Early')
    await owner.caller.patch(`/api/videos/${id}`, { commenting: 'off' })
    const refused = await author.caller.post(`/api/videos/${id}/comments`, { text: 'Late' })
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'ACCESS_DENIED', message: 'Comments are off for this clip.' }),
    ])
    expect(await make.listTexts(t.visitor, id)).toEqual(['Early'])
  })
})

test('a new account’s website is not a link if the site has staff', async () => {
  const [young, old] = [await t.signUp(), await make.signUpEstablished(t)]
  const isLinked = async ({ user, caller }: Person) => {
    await caller.put(`/api/users/${user.id}`, { website: 'https://example.org' })
    return (await t.visitor.get(`/api/users/${user.id}`)).json<{ user: { isWebsiteLinked: boolean } }>().user
      .isWebsiteLinked
  }
  expect([await isLinked(young), await isLinked(old)]).toEqual([false, true])
  await setRole(t, moderator, 'member')
  expect(await isLinked(young)).toBe(true)
})

test('the doctor finds no differences after the tests above', async () => {
  const differences = await findDifferences(t.deps)
  expect(differences.filter(({ line }) => line.includes('comments'))).toEqual([])
})

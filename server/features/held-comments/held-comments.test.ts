import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Comment, CommentPage } from '../../../contract/comments.ts'
import type { HeldCommentPage } from '../../../contract/moderation/held-comments.ts'
import type { Video } from '../../../contract/videos.ts'
import { insertVideos, startTestApp, type Caller, type TestApp } from '../../test/test-app.ts'
import { hideComments, showComments } from '../comments/hide-comments.ts'
import { findDifferences } from '../doctor/find-differences.ts'
import * as make from './newcomers.fixture.ts'
import type { Member } from './newcomers.fixture.ts'

const LINK = 'Free likes at example.com'

let t: TestApp
let moderator: Member
beforeAll(async () => {
  t = await startTestApp()
  moderator = await make.signUpStaff(t)
})
beforeEach(() => make.setRole(t, moderator, 'moderator'))
afterAll(() => t.stop())

const commentsCount = async (caller: Caller, videoId: string) =>
  (await caller.get(`/api/videos/${videoId}`)).json<Video>().commentsCount
const unread = async ({ caller }: Member) =>
  (await caller.get('/api/notifications/unread-count')).json<{ count: number }>().count
const queue = async () => (await moderator.caller.get('/api/held-comments?limit=100')).json<HeldCommentPage>()
const release = (by: Member, { id }: Pick<Comment, 'id'>) => by.caller.post(`/api/comments/${id}/release`)

describe('a comment that waits', () => {
  test('is seen by its author and by staff only, is not counted and told to nobody', async () => {
    const [{ id, owner }, author, stranger] = [await make.clip(t), await t.signUp(), await t.signUp()]
    const held = await make.comment(author, id, LINK)
    expect(held.isHeld).toBe(true)
    for (const caller of [t.visitor, stranger.caller, owner.caller]) {
      expect(await make.listTexts(caller, id)).toEqual([])
      expect(await commentsCount(caller, id)).toBe(0)
    }
    const own = (await author.caller.get(`/api/videos/${id}/comments`)).json<CommentPage>()
    expect(own).toEqual({ comments: [held], nextCursor: null })
    expect(await unread(owner)).toBe(0)
    expect((await queue()).comments.find((each) => each.id === held.id)).toMatchObject({
      text: LINK,
      heldBecause: 'link',
      author: { id: author.user.id },
      video: { id },
      sameWordsCount: 1,
    })
    expect((await stranger.caller.post(`/api/comments/${held.id}/like`)).statusCode).toBe(404)
  })

  test('is counted, listed and told of once staff let it in, at the time at which it was written', async () => {
    const [{ id, owner }, author] = [await make.clip(t), await t.signUp()]
    const held = await make.comment(author, id, LINK)
    const after = await make.comment(author, id, 'And one more')
    const released = await release(moderator, held)
    const { isHeld: _, ...shown } = held
    expect([released.statusCode, released.json()]).toEqual([200, shown])
    expect(await make.listTexts(t.visitor, id)).toEqual([after.text, LINK])
    expect(await commentsCount(t.visitor, id)).toBe(2)
    expect(await unread(owner)).toBe(2)
    expect((await queue()).comments.some((each) => each.id === held.id)).toBe(false)
    const [act] = await t.db.selectFrom('staffLog').selectAll().orderBy('id', 'desc').limit(1).execute()
    expect(act).toMatchObject({ actorId: moderator.user.id, act: 'release-comment', subject: { commentId: held.id } })
  })

  test('is let in once, however many do it at the same time', async () => {
    const [{ id, owner }, author] = [await make.clip(t), await t.signUp()]
    const held = await make.comment(author, id, LINK)
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await release(moderator, held)).statusCode),
    )
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
    expect([await commentsCount(t.visitor, id), await unread(owner)]).toEqual([1, 1])
  })

  test('is let in by nobody else', async () => {
    const [{ id, owner }, author, stranger] = [await make.clip(t), await t.signUp(), await t.signUp()]
    const held = await make.comment(author, id, LINK)
    const statuses = [author, stranger, owner].map(async (person) => (await release(person, held)).statusCode)
    // The owner of the clip may look at what waits for them, and this does not.
    expect(await Promise.all(statuses)).toEqual([403, 404, 409])
    expect((await t.visitor.post(`/api/comments/${held.id}/release`)).statusCode).toBe(401)
    expect(await make.listTexts(t.visitor, id)).toEqual([])
  })

  test('may be deleted by its author, and moves no count', async () => {
    const [{ id }, author] = [await make.clip(t), await t.signUp()]
    const held = await make.comment(author, id, LINK)
    expect((await author.caller.delete(`/api/comments/${held.id}`)).statusCode).toBe(204)
    expect(await make.listTexts(author.caller, id)).toEqual([])
    expect(await commentsCount(t.visitor, id)).toBe(0)
  })

  test("no longer waits after a moderator's decision; lifting that shows it", async () => {
    const [{ id }, author] = [await make.clip(t), await t.signUp()]
    const held = await make.comment(author, id, LINK)
    await hideComments(t.db, [held.id], 'moderation')
    expect((await queue()).comments.some((each) => each.id === held.id)).toBe(false)
    expect((await release(moderator, held)).statusCode).toBe(409)
    await showComments(t.db, [held.id], 'moderation')
    const stored = await t.db.selectFrom('comments').selectAll().where('id', '=', held.id).executeTakeFirstOrThrow()
    expect([stored.hiddenFor, stored.heldBecause]).toEqual([[], 'link'])
  })

  test('stands in its place on the pages that its author gets, each of which is as long as was asked for', async () => {
    const [{ id, owner }, author] = [await make.clip(t), await t.signUp()]
    const texts: string[] = []
    for (let i = 0; i < 4; i++) {
      await make.comment(owner, id, `Thanks ${i}`)
      await make.comment(author, id, `${i} ${LINK}`)
      texts.unshift(`${i} ${LINK}`, `Thanks ${i}`)
    }
    const read: string[] = []
    let cursor: string | null = null
    do {
      const query: string = cursor === null ? '' : `&cursor=${cursor}`
      const page = (await author.caller.get(`/api/videos/${id}/comments?limit=3${query}`)).json<CommentPage>()
      expect(page.comments.length).toBeLessThanOrEqual(3)
      read.push(...page.comments.map(({ text }) => text))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(read).toEqual(texts)
  })
})

describe('who and what is held', () => {
  test('nobody and nothing while the site has no staff, nor while admins have switched it off', async () => {
    await make.setRole(t, moderator, 'member')
    const [{ id }, author] = [await make.clip(t), await t.signUp()]
    expect(await make.comment(author, id, LINK)).not.toHaveProperty('isHeld')
  })

  test('nobody while all the staff there is are suspended or restricted', async () => {
    const [{ id }, author] = [await make.clip(t), await t.signUp()]
    await t.db.updateTable('users').set({ restrictedUntil: 'infinity' }).where('id', '=', moderator.user.id).execute()
    await make.setRole(t, moderator, 'moderator')
    expect(await make.comment(author, id, LINK)).not.toHaveProperty('isHeld')
    await t.db.updateTable('users').set({ restrictedUntil: null }).where('id', '=', moderator.user.id).execute()
  })

  test('newcomers only: neither staff nor people three things of whom have stood for a day', async () => {
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

  test('somebody three of whose comments were let in is a newcomer no more', async () => {
    const [{ id }, author] = [await make.clip(t), await t.signUp()]
    for (let i = 0; i < 3; i++) {
      const held = await make.comment(author, id, `${i} ${LINK}`)
      expect(held.isHeld).toBe(true)
      await release(moderator, held)
    }
    expect(await make.comment(author, id, LINK)).not.toHaveProperty('isHeld')
  })

  test('the same words by one newcomer, from the third time on', async () => {
    const [{ user }, author] = [await make.signUpEstablished(t), await t.signUp()]
    const clips = await insertVideos(t, user.id, 5)
    const words = 'Write to me, I have something for you'
    const held = []
    for (const [i, id] of clips.entries())
      held.push((await make.comment(author, id, `${words}${'!'.repeat(i)}`)).isHeld)
    expect(held).toEqual([undefined, undefined, true, true, true])
  })

  test('the same words by three newcomers, also when they come at once', async () => {
    const { user } = await make.signUpEstablished(t)
    const clips = await insertVideos(t, user.id, 8)
    const authors = await Promise.all(clips.map(() => t.signUp()))
    const comments = await Promise.all(
      authors.map((author, i) => make.comment(author, clips[i]!, 'This made me rich, ask me how it works')),
    )
    expect(comments.filter(({ isHeld }) => isHeld)).toHaveLength(6)
    const { comments: waiting } = await queue()
    expect(waiting.find(({ id }) => id === comments.find(({ isHeld }) => isHeld)?.id)?.sameWordsCount).toBe(8)
  })

  test('what many people say is no wave', async () => {
    const [{ user }, author] = [await make.signUpEstablished(t), await t.signUp()]
    for (const id of await insertVideos(t, user.id, 5)) {
      expect(await make.comment(author, id, 'Beautiful! 😍')).not.toHaveProperty('isHeld')
    }
  })
})

test('the doctor agrees with all that was held and let in above', async () => {
  const differences = await findDifferences(t.deps)
  expect(differences.filter(({ line }) => line.includes('comments'))).toEqual([])
})

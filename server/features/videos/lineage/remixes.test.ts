import { expect, test } from 'vitest'
import type { Ancestors, Lineage } from '../../../../contract/videos/lineage.ts'
import type { VideoPage } from '../../../../contract/videos/videos.ts'
import { queueUp } from '../../../test/database/queue-up.ts'
import { type Caller, type Person, publish, signUpWithVideo, testApp, testPerson } from '../../../test/test-app.ts'
import { leaveForGood } from '../../account/deletion/deletion.fixture.ts'
import { decideAbout, decision } from '../../moderation/decisions/people.fixture.ts'
import { filesOf, linesOf as linesIn, partOf } from '../../account/export/export.fixture.ts'
import { findWrongCounts } from '../../site/doctor/counters.ts'
import { hideVideo, showVideo } from '../publishing/hide-video.ts'
import { insertRemixes } from './remixes.fixture.ts'
import { listNotifications, recordChanges, unread } from '../../social/notifications/notifications.fixture.ts'

const t = testApp()
const moderator = testPerson(t, { role: 'moderator' })

const lineageOf = async (id: string, caller: Caller = t.visitor) =>
  (await caller.get(`/api/videos/${id}/lineage`)).json<Lineage>()
const ancestorsOf = async (id: string, caller: Caller = t.visitor) =>
  (await caller.get(`/api/videos/${id}/ancestors`)).json<Ancestors>()
const remixesOf = async (id: string, query = '', caller: Caller = t.visitor) =>
  (await caller.get(`/api/videos/${id}/remixes${query}`)).json<VideoPage>()
const idsOf = (clips: { id: string }[]) => clips.map(({ id }) => id)
const linesOf = ({ ancestors }: Ancestors) => ancestors.map(({ clip, missing }) => clip?.id ?? missing)

async function personWithClip(prompt?: string): Promise<Person & { id: string }> {
  const { videoId: id, ...person } = await signUpWithVideo(t)
  if (prompt) await person.caller.patch(`/api/videos/${id}`, { prompt })
  return { ...person, id }
}

/** Inserts a chain of clips, each a remix of the previous one. */
async function chain({ user }: Person, first: string, length: number): Promise<string[]> {
  const ids = [first]
  for (let i = 0; i < length; i++) ids.push((await insertRemixes(t, user.id, [ids.at(-1)!]))[0]!)
  return ids
}

test('a clip that is not a remix has no ancestors', async () => {
  const { id } = await personWithClip()
  expect(await lineageOf(id)).toEqual({ parents: [], remixesCount: 0, license: null, whyNoRemix: null })
  expect(await ancestorsOf(id)).toEqual({ prompts: [], ancestors: [], foldedCount: 0, root: null, siblings: [] })
  expect(await remixesOf(id)).toEqual({ videos: [], nextCursor: null })
})

test('a long lineage shows the nearest eight ancestors and the root', async () => {
  const person = await personWithClip()
  const ids = await chain(person, person.id, 12)
  const fromEnd = ids.toReversed()
  const deep = await ancestorsOf(fromEnd[0]!)
  expect(linesOf(deep)).toEqual(fromEnd.slice(2, 10))
  expect([deep.foldedCount, deep.root?.id]).toEqual([2, person.id])
  // A short lineage is shown in full: the parent beside the clip, and up to eight more ancestors.
  const short = await ancestorsOf(ids[9]!)
  expect([linesOf(short), short.foldedCount, short.root]).toEqual([ids.slice(0, 8).toReversed(), 0, null])
})

test('remixes are listed newest first, 24 a page, without repeats', async () => {
  const [one, two, maker] = [await personWithClip(), await personWithClip(), await t.signUp()]
  const ofBoth = await insertRemixes(t, maker.user.id, [one.id, two.id], 3)
  const ofOne = await insertRemixes(t, maker.user.id, [one.id], 30)
  const first = await remixesOf(one.id)
  expect(first.videos).toHaveLength(24)
  const second = await remixesOf(one.id, `?cursor=${first.nextCursor}`)
  expect(second.nextCursor).toBeNull()
  const all = [...first.videos, ...second.videos]
  expect(idsOf(all).toSorted()).toEqual([...ofBoth, ...ofOne].toSorted())
  const times = all.map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted().toReversed())
  expect(idsOf((await remixesOf(two.id)).videos)).toEqual(ofBoth)
  const { siblings } = await ancestorsOf(ofBoth[0]!)
  expect(siblings).toHaveLength(8)
  expect(idsOf(siblings)).not.toContain(ofBoth[0])
})

test('a deleted parent leaves a tombstone without its data and ends the line', async () => {
  const [first, person] = [await personWithClip('A sea at night'), await t.signUp()]
  const [middle = ''] = await insertRemixes(t, first.user.id, [first.id])
  const mine = await publish(person.caller, undefined, { parents: [{ videoId: middle, thanks: 'Thanks, Ada!' }] })
  await first.caller.patch(`/api/videos/${middle}`, { prompt: 'A lamp' })
  const [last = ''] = await insertRemixes(t, person.user.id, [mine.id])
  expect((await ancestorsOf(mine.id)).prompts).toEqual([null])
  expect((await first.caller.delete(`/api/videos/${middle}`)).statusCode).toBe(204)

  expect((await lineageOf(mine.id)).parents).toEqual([{ clip: null, missing: 'deleted', thanks: null }])
  const { ancestors, root } = await ancestorsOf(last)
  expect([ancestors, root?.id]).toEqual([[{ clip: null, missing: 'deleted' }], first.id])
  const [link] = await t.rows('videoParents', { videoId: mine.id })
  expect(link).toMatchObject({ parentId: null, parentPrompt: null, thanks: 'Thanks, Ada!' })
  expect(await findWrongCounts(t.db)).toEqual([])
})

test('every way of deleting a parent also removes the parent’s prompt', async () => {
  const person = await t.signUp()
  const admin = await t.signUp({ role: 'admin' })
  const deletes: ((owner: Person & { id: string }) => Promise<unknown>)[] = [
    (owner) => owner.caller.delete(`/api/videos/${owner.id}`),
    async (owner) => {
      await t.visitor.post(`/api/videos/${owner.id}/report`)
      const { id } = await t.row('cases', { subjectId: owner.id })
      return admin.caller.post(`/api/cases/${id}/erase`, { rule: 'nudity', facts: 'At 0:02.' })
    },
    (owner) => leaveForGood(t, owner),
  ]
  for (const remove of deletes) {
    const owner = await personWithClip('A secret sea')
    const [remix = ''] = await insertRemixes(t, person.user.id, [owner.id])
    expect((await ancestorsOf(remix)).prompts).toEqual(['A secret sea'])
    await remove(owner)
    expect(await t.rows('videoParents', { videoId: remix })).toMatchObject([{ parentId: null, parentPrompt: null }])
  }
  expect(await findWrongCounts(t.db)).toEqual([])
})

test('a hidden parent looks deleted to everyone except its owner and staff', async () => {
  const [first, person] = [await personWithClip('A sea'), await t.signUp()]
  const remixes = await insertRemixes(t, person.user.id, [first.id], 2)
  const [remix = ''] = remixes
  const [last = ''] = await insertRemixes(t, person.user.id, [remix])
  await hideVideo(t.deps, first.id, 'moderation')
  const deleted = { clip: null, missing: 'deleted' }
  for (const caller of [t.visitor, person.caller]) {
    expect((await lineageOf(remix, caller)).parents).toEqual([{ ...deleted, thanks: null }])
    expect(await ancestorsOf(remix, caller)).toMatchObject({ prompts: [null], siblings: [], root: null })
    expect(await ancestorsOf(last, caller)).toMatchObject({ ancestors: [deleted], root: null })
  }
  for (const { caller } of [first, moderator]) {
    expect((await lineageOf(remix, caller)).parents).toMatchObject([{ clip: { id: first.id } }])
  }
  await showVideo(t.deps, first.id, 'moderation')
  expect((await lineageOf(remix)).parents).toMatchObject([{ clip: { id: first.id } }])
  expect(await ancestorsOf(remix)).toMatchObject({ prompts: ['A sea'], siblings: [{ id: remixes[1] }] })
})

test('a hidden remix is neither listed nor counted, and has no notification', async () => {
  const [first, person] = [await personWithClip(), await t.signUp()]
  const mine = await publish(person.caller, undefined, { parents: [{ videoId: first.id }] })
  const notified = async () => (await listNotifications(first)).length
  expect([await notified(), await unread(first)]).toEqual([1, 1])
  const changed = recordChanges(t)
  await hideVideo(t.deps, mine.id, 'moderation')
  expect([(await lineageOf(first.id)).remixesCount, await notified(), await unread(first)]).toEqual([0, 0, 0])
  expect((await remixesOf(first.id)).videos).toEqual([])
  expect(await findWrongCounts(t.db)).toEqual([])
  // Adding and removing a second hiding reason changes nothing.
  await hideVideo(t.deps, mine.id, 'file')
  await showVideo(t.deps, mine.id, 'file')
  expect((await lineageOf(first.id)).remixesCount).toBe(0)
  await showVideo(t.deps, mine.id, 'moderation')
  expect([(await lineageOf(first.id)).remixesCount, await notified(), await unread(first)]).toEqual([1, 1, 1])
  expect(changed.filter((userId) => userId === first.user.id)).toHaveLength(2)
  await hideVideo(t.deps, mine.id, 'moderation')
  await person.caller.delete(`/api/videos/${mine.id}`)
  expect([(await lineageOf(first.id)).remixesCount, await notified()]).toEqual([0, 0])
  expect(await findWrongCounts(t.db)).toEqual([])
})

test('suspending an account hides all its remixes, and lifting the suspension restores them', async () => {
  const [first, person] = [await personWithClip(), await personWithClip()]
  const mine = await publish(person.caller, undefined, { parents: [{ videoId: first.id }, { videoId: person.id }] })
  const about = { kind: 'account', subjectId: person.user.id } as const
  const { id } = await decideAbout(moderator, about, decision('suspend'))
  expect((await lineageOf(first.id)).remixesCount).toBe(0)
  expect(await findWrongCounts(t.db)).toEqual([])
  await moderator.caller.post(`/api/decisions/${id}/lift`, { answer: 'It was wrong.' })
  expect((await lineageOf(first.id)).remixesCount).toBe(1)
  expect((await lineageOf(mine.id)).parents).toMatchObject([{ clip: { id: first.id } }, { clip: { id: person.id } }])
  expect(await findWrongCounts(t.db)).toEqual([])
})

test('a viewer’s lists neither show nor name muted creators', async () => {
  const muted = await personWithClip('A sea')
  const [other, maker, viewer] = [await t.signUp(), await t.signUp(), await t.signUp()]
  const [theirs = ''] = await insertRemixes(t, other.user.id, [muted.id])
  const [remix = ''] = await insertRemixes(t, maker.user.id, [muted.id])
  const [last = ''] = await insertRemixes(t, maker.user.id, [remix])
  await viewer.caller.put(`/api/users/${muted.user.id}/mute`)
  await viewer.caller.put(`/api/users/${other.user.id}/block`)
  const stub = { clip: null, missing: 'muted' }
  expect((await lineageOf(remix, viewer.caller)).parents).toEqual([{ ...stub, thanks: null }])
  expect(await ancestorsOf(remix, viewer.caller)).toMatchObject({ prompts: [null], siblings: [] })
  expect(await ancestorsOf(last, viewer.caller)).toMatchObject({ ancestors: [stub], root: null })
  expect(idsOf((await remixesOf(muted.id, '', viewer.caller)).videos)).toEqual([remix])
  // A page with only muted creators is skipped.
  expect(idsOf((await remixesOf(muted.id, '?limit=1', viewer.caller)).videos)).toEqual([remix])
  expect(idsOf((await ancestorsOf(remix)).siblings)).toEqual([theirs])
})

test('a hidden clip cannot be remixed', async () => {
  const first = await personWithClip()
  await hideVideo(t.deps, first.id, 'file')
  expect((await lineageOf(first.id, first.caller)).whyNoRemix).toBe('This clip is hidden, so it can’t be remixed.')
})

test('a parent and its remix can be deleted concurrently', async () => {
  for (const isParentFirst of [true, false]) {
    const [first, person] = [await personWithClip(), await t.signUp()]
    const [remix = ''] = await insertRemixes(t, person.user.id, [first.id])
    const parent = () => first.caller.delete(`/api/videos/${first.id}`)
    const child = () => person.caller.delete(`/api/videos/${remix}`)
    const [earlier, later] = isParentFirst ? [parent, child] : [child, parent]
    const statuses = await queueUp(t, 'videos', first.id, earlier, later)
    expect(statuses).toEqual([204, 204])
  }
  expect(await findWrongCounts(t.db)).toEqual([])
})

test('concurrent publishing, deleting, hiding and showing of remixes leaves exact counts', async () => {
  const [first, second, person] = [await personWithClip(), await personWithClip(), await t.signUp()]
  const made = await insertRemixes(t, person.user.id, [second.id, first.id], 12)
  await Promise.all(
    made.map(async (id, i) => {
      if (i % 3 === 0) return person.caller.delete(`/api/videos/${id}`)
      await hideVideo(t.deps, id, 'moderation')
      return i % 3 === 1 ? showVideo(t.deps, id, 'moderation') : undefined
    }),
  )
  expect((await lineageOf(first.id)).remixesCount).toBe(4)
  expect(await findWrongCounts(t.db)).toEqual([])
})

test('a data export contains remixed clips, thanks and licences', async () => {
  const [first, person] = [await personWithClip('A sea'), await t.signUp()]
  const thanks = 'Thank you!'
  const mine = await publish(person.caller, undefined, { license: 'CC0-1.0', parents: [{ videoId: first.id, thanks }] })
  const files = await filesOf(person.caller, await partOf(person.caller, 0))
  expect(linesIn(files, 'remixed.ndjson')).toMatchObject([
    { videoId: mine.id, parentId: first.id, thanks, creator: first.user.username, videoTitle: 'Clip 0' },
  ])
  expect(linesIn(files, 'clips.ndjson')).toMatchObject([
    { license: 'CC0-1.0', remixPolicy: 'everyone', remixesCount: 0 },
  ])
})

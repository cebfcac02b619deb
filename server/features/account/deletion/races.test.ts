import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import type { Comment } from '../../../../contract/social/comments.ts'
import { sampleClip } from '../../../test/media/sample-clips.ts'
import { publish, testApp, testPerson, upload } from '../../../test/test-app.ts'
import { findDifferences } from '../../site/doctor/find-differences.ts'
import { sweepObjects } from '../../../objects/sweep-objects.ts'
import { requestDeletion, columnsWith, leaveForGood, type Person } from './deletion.fixture.ts'
import { sizeOf } from '../../../test/run-size.ts'

const count = sizeOf({ quick: 3, deep: 200 })

const t = testApp()
const other = testPerson(t)
let theirClip: string
let theirComment: string
let clip: Buffer
beforeAll(async () => {
  theirClip = (await publish(other.caller)).id
  const written = await other.caller.post(`/api/videos/${theirClip}/comments`, { text: 'First' })
  theirComment = written.json<Comment>().id
  clip = await readFile(sampleClip('plain-h264.mp4'))
})

test(`content created during a deletion request is hidden with the account, ${count} times`, async () => {
  for (let i = 0; i < count; i++) {
    const person = await t.signUp()
    await Promise.all([actAsMuchAsPossible(person), requestDeletion(person)])
    expect(await t.rows('users', person.user.id)).toMatchObject([{ isHidden: true }])
    expect(await shownThings(person.user.id)).toEqual([])
  }
  expect(await findDifferences(t.deps)).toEqual([])
})

test(`concurrent actions during a deletion leave no orphaned rows, ${count} times`, async () => {
  for (let i = 0; i < count; i++) {
    const person = await t.signUp()
    await actAsMuchAsPossible(person)
    await Promise.all([actAsMuchAsPossible(person), leaveForGood(t, person)])
    await sweepObjects(t.deps)
    expect(await columnsWith(t, person.user.id)).toEqual([])
  }
  expect(await findDifferences(t.deps)).toEqual([])
  // Every remaining object belongs to the other account, or to an account that only requested deletion.
  expect(await t.rows('objects', { ownerId: null, madeFor: null })).toEqual([])
})

/** Performs all actions at once. Each succeeds or is refused; none causes a server error. */
async function actAsMuchAsPossible({ caller }: Person): Promise<void> {
  const publishing = upload(caller, clip)
    .then((videoUrl) => caller.post('/api/videos', { title: 'Quick', toolUsed: 'other', videoUrl }))
    // The upload itself may be refused.
    .catch(() => undefined)
  const replies = await Promise.all([
    publishing,
    caller.post('/api/objects/upload'),
    caller.post(`/api/videos/${theirClip}/like`),
    caller.post(`/api/videos/${theirClip}/comments`, { text: 'Quick' }),
    caller.post(`/api/comments/${theirComment}/like`),
    caller.post(`/api/users/${other.user.id}/follow`),
    caller.post(`/api/users/${other.user.id}/mute`),
    caller.post(`/api/users/${other.user.id}/report`, { reason: 'spam' }),
  ])
  const statuses = replies.map((reply) => reply?.statusCode ?? 400)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
}

async function shownThings(userId: string): Promise<object[]> {
  const shown = (table: 'videos' | 'comments') =>
    t.db.selectFrom(table).select('id').where('userId', '=', userId).where('isHidden', '=', false).execute()
  return [...(await shown('videos')), ...(await shown('comments'))]
}

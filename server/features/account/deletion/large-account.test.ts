import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sweepObjects } from '../../../objects/sweep-objects.ts'
import { seeded } from '../../../test/media/mutations.ts'
import { type Caller, testApp } from '../../../test/test-app.ts'
import { differences } from '../../moderation/decisions/people.fixture.ts'
import { makeBusy } from './busy-account.fixture.ts'
import { requestDeletion, columnsWith } from './deletion.fixture.ts'
import { keysIn } from '../../../test/storage-with.ts'
import { sizeOf } from '../../../test/run-size.ts'
import { startFixture } from '../../../test/start-fixture.ts'

/** Pause between two actions of another viewer, in milliseconds. It is shorter than a person could manage. */
const PAUSE_MS = 10

const t = testApp()

const size = sizeOf({
  quick: { clips: 5, likes: 400, comments: 150, follows: 120 },
  deep: { clips: 40, likes: 20_000, comments: 4_000, follows: 2_000 },
})
const { kills, killAfterMs } = sizeOf({
  quick: { kills: 1, killAfterMs: 150 },
  deep: { kills: 6, killAfterMs: 1_000 },
})

test(`an account with ${size.likes} likes is deleted completely despite ${kills} kills`, async () => {
  const person = await t.signUp()
  await makeBusy(t, person.user.id, size)
  await requestDeletion(person)
  const other = await t.signUp()
  const clips = await likedClips(person.user.id)
  let turn = 0
  await deleteAcrossKills(person.user.id, () => act(other.caller, clips[turn % clips.length]!, turn++))
  await sweepObjects(t.deps)
  await expectNothingLeft(person.user.id)
})

/** Returns twenty liked clips, evenly spread over the order in which the deletion reaches them. */
async function likedClips(userId: string): Promise<string[]> {
  const likes = await t.rows('likes', { userId }, 'videoId')
  return Array.from({ length: 20 }, (_, i) => likes[Math.floor((likes.length * i) / 20)]!.videoId)
}

async function deleteAcrossKills(userId: string, meanwhile: () => Promise<void>): Promise<void> {
  const random = seeded(9)
  for (let killed = 0; ; killed++) {
    let isRunning = true
    const run = runDeleter(userId, killed < kills ? random(killAfterMs) : undefined)
    const ended = run.finally(() => (isRunning = false))
    while (isRunning) await meanwhile()
    if (await ended) return
    // No other viewer acts while the counts are compared.
    expect(await differences(t)).toEqual([])
  }
}

/** @returns Whether the deletion finished before the process was killed. */
async function runDeleter(userId: string, afterMs?: number): Promise<boolean> {
  const args = [t.databaseUrl, t.storageFolder, userId]
  const { ended, kill } = await startFixture(import.meta.dirname, 'deleter.fixture.ts', ...args)
  if (afterMs !== undefined) {
    await Promise.race([delay(afterMs), ended])
    await kill()
  }
  const [code, signal] = await ended
  if (code !== 0 && signal === null) throw new Error(`The deleter ended with ${code}`)
  return code === 0
}

/** Performs another viewer's actions on a clip, all of which must succeed during the deletion. */
async function act(caller: Caller, clip: string, turn: number): Promise<void> {
  const url = `/api/videos/${clip}`
  const like = await (turn % 40 < 20 ? caller.post(`${url}/like`) : caller.delete(`${url}/like`))
  const replies = [like, await caller.post(`${url}/comments`, { text: 'Lovely' }), await caller.get(url)]
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 201, 200])
  await delay(PAUSE_MS)
}

async function expectNothingLeft(userId: string): Promise<void> {
  expect(await differences(t)).toEqual([])
  expect(await columnsWith(t, userId)).toEqual([])
  expect(await t.rows('objects', { state: 'deleted' })).toEqual([])
  expect(await keysIn(t.deps.storage)).toEqual([])
}

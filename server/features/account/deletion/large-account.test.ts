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
/** `idleActs`: the number of actions by the other viewer before the deletion, as a baseline. */
const { kills, killAfterMs, idleActs } = sizeOf({
  quick: { kills: 1, killAfterMs: 150, idleActs: 5 },
  deep: { kills: 6, killAfterMs: 1_000, idleActs: 50 },
})

/** Prints the duration of the deletion and another viewer's latencies. */
test(`an account with ${size.likes} likes is deleted completely despite ${kills} kills`, async () => {
  const person = await t.signUp()
  await makeBusy(t, person.user.id, size)
  const asked = performance.now()
  await requestDeletion(person)
  console.log(`hidden after ${Math.round(performance.now() - asked)} ms`)
  const other = await t.signUp()
  const clips = await likedClips(person.user.id)
  const idle = newActs()
  for (let i = 0; i < idleActs; i++) await act(other.caller, clips[i % clips.length]!, idle)
  const busy = newActs()
  let turn = 0
  const meanwhile = () => act(other.caller, clips[turn++ % clips.length]!, busy)
  const { ms, killed } = await deleteAcrossKills(person.user.id, meanwhile)
  console.log(`deleted in ${(ms / 1000).toFixed(1)} s across ${killed} kills`)
  for (const name of ['like', 'comment', 'read'] as const) {
    console.log(`${name}: p99 ${p99(idle[name])} ms idle, ${p99(busy[name])} ms meanwhile`)
  }
  await sweepObjects(t.deps)
  await expectNothingLeft(person.user.id)
})

/** Returns twenty liked clips, evenly spread over the order in which the deletion reaches them. */
async function likedClips(userId: string): Promise<string[]> {
  const likes = await t.rows('likes', { userId }, 'videoId')
  return Array.from({ length: 20 }, (_, i) => likes[Math.floor((likes.length * i) / 20)]!.videoId)
}

/** @returns The working time in milliseconds, including the start of each process. */
async function deleteAcrossKills(
  userId: string,
  meanwhile: () => Promise<void>,
): Promise<{ ms: number; killed: number }> {
  const random = seeded(9)
  let ms = 0
  for (let killed = 0; ; killed++) {
    const begun = performance.now()
    let isRunning = true
    const run = runDeleter(userId, killed < kills ? random(killAfterMs) : undefined)
    const ended = run.finally(() => {
      ms += performance.now() - begun
      isRunning = false
    })
    while (isRunning) await meanwhile()
    if (await ended) return { ms, killed }
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

/** Durations of the actions in milliseconds. */
type Acts = Record<'like' | 'comment' | 'read', number[]>

const newActs = (): Acts => ({ like: [], comment: [], read: [] })

/** Performs another viewer's actions on a clip and records their durations. */
async function act(caller: Caller, clip: string, acts: Acts): Promise<void> {
  const url = `/api/videos/${clip}`
  const timed = async (name: keyof Acts, ask: () => Promise<{ statusCode: number }>) => {
    const begun = performance.now()
    const { statusCode } = await ask()
    acts[name].push(performance.now() - begun)
    expect([name, statusCode < 300]).toEqual([name, true])
  }
  await timed('like', () => (acts.like.length % 40 < 20 ? caller.post(`${url}/like`) : caller.delete(`${url}/like`)))
  await timed('comment', () => caller.post(`${url}/comments`, { text: 'Lovely' }))
  await timed('read', () => caller.get(url))
  await delay(PAUSE_MS)
}

function p99(times: number[]): string {
  return (times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? NaN).toFixed(1)
}

async function expectNothingLeft(userId: string): Promise<void> {
  expect(await differences(t)).toEqual([])
  expect(await columnsWith(t, userId)).toEqual([])
  expect(await t.rows('objects', { state: 'deleted' })).toEqual([])
  expect(await keysIn(t.deps.storage)).toEqual([])
}

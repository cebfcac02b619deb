import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../test/test-app.ts'
import { startJobs, type Jobs } from './jobs.ts'

const t = testApp()

/** Names of jobs in the order in which a worker takes them. The first letter is the job's person. */
async function orderOf(queue: 'render-poster' | 'render-preview', asked: string[], jobs: Jobs = t.deps.jobs) {
  const people = new Map<string, string>()
  const names = new Map<string, string>()
  const send = async (name: string) => {
    const whose = name.charAt(0)
    const userId = people.get(whose) ?? (await t.signUp()).user.id
    people.set(whose, userId)
    const videoId = randomUUID()
    names.set(videoId, name)
    await t.deps.jobs.enqueue(t.db, queue, { videoId }, { userId, cost: Number(name.split(':')[1] ?? 1) })
  }
  for (const name of asked) await send(name)
  const began: string[] = []
  const done = Promise.withResolvers<void>()
  await jobs.work(queue, 1, async ({ payload }) => {
    began.push(names.get(payload.videoId) ?? 'unknown')
    // This job arrives while many jobs wait. Its turn counts from now, not from the first job of the queue.
    if (began.length === 5) await send('z')
    if (began.length === asked.length + 1) done.resolve()
  })
  await done.promise
  return began
}

test('a person with few jobs does not wait for all jobs of another person', async () => {
  const asked = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1', 'c2']
  expect(await orderOf('render-poster', asked)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'z', 'a3', 'a4', 'a5'])
})

test('fair order counts the amount of work, not the number of jobs', async () => {
  const jobs = await startJobs(t.databaseUrl, console)
  onTestFinished(() => jobs.stop())
  const asked = ['a:5', 'a2:5', 'b1:2', 'b2:2', 'b3:2', 'b4:2']
  expect(await orderOf('render-preview', asked, jobs)).toEqual(['a:5', 'b1:2', 'b2:2', 'b3:2', 'a2:5', 'z', 'b4:2'])
})

test('concurrent requests by one person receive consecutive positions in the queue', async () => {
  const { user } = await t.signUp()
  const sends = Array.from({ length: 12 }, () =>
    t.deps.jobs.enqueue(t.db, 'render-stream', { videoId: randomUUID() }, { userId: user.id, cost: 3 }),
  )
  await Promise.all(sends)
  expect(await t.row('queueTurns', { userId: user.id })).toMatchObject({ nextStart: 36 })
})

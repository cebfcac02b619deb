import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { signInOn } from '../../../test/clients/devices.ts'
import { waitingForLocks } from '../../../test/database/waiting-for-locks.ts'
import { insertVideos, testApp } from '../../../test/test-app.ts'
import { decision, differences, openCaseAbout, type Person, writeComment } from './people.fixture.ts'
import { sizeOf } from '../../../test/run-size.ts'
import { ContentAddedError, lockUserAndContent } from './enforcement/account-enforcement.ts'

const t = testApp()
let moderators: [Person, Person]

const rounds = sizeOf({ quick: 10, deep: 200 })

beforeAll(async () => {
  moderators = [await t.signUp({ role: 'moderator' }), await t.signUp({ role: 'moderator' })]
})

test(`exactly one of two concurrent decisions about a case succeeds, ${rounds} times`, async () => {
  const { user, caller } = await t.signUp()
  const videoIds = await insertVideos(t, user.id, rounds)
  const loggedBefore = (await t.rows('publicLog')).length
  const caseIds: string[] = []
  for (const [i, videoId] of videoIds.entries()) {
    const commentId = await writeComment(caller, videoId)
    const [kind, subjectId] = i % 3 === 2 ? (['comment', commentId] as const) : (['video', videoId] as const)
    const caseId = await openCaseAbout(t, kind, subjectId)
    caseIds.push(caseId)
    // The last rounds suspend the owner of all the content.
    const measure = i > rounds - 3 ? 'suspend' : i % 2 ? 'hide' : 'none'
    const replies = await Promise.all(
      moderators.map((moderator) => moderator.caller.post(`/api/cases/${caseId}/decision`, decision(measure))),
    )
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
    const refused = replies.find(({ statusCode }) => statusCode === 409)!
    expect(refused.json()).toMatchObject({ code: 'CONFLICT', message: 'This has already been decided.' })
  }
  const made = await t.rows('decisions', { caseId: caseIds })
  expect(made.map(({ caseId }) => caseId).toSorted()).toEqual(caseIds.toSorted())
  expect(await t.rows('publicLog')).toHaveLength(loggedBefore + rounds)
  expect(await differences(t)).toEqual([])
})

test(`content that a user writes while being suspended is hidden, ${rounds} times`, async () => {
  const { user } = await t.signUp()
  const videoIds = await insertVideos(t, (await t.signUp()).user.id, 5)
  const [moderator] = moderators
  const statuses = new Set<number>()
  for (let round = 0; round < rounds; round++) {
    // Each suspension signs the user out.
    const caller = await signInOn(t, user.email)
    const url = (videoId: string) => `/api/videos/${videoId}/comments`
    const [suspended, ...written] = await Promise.all([
      moderator.caller.post('/api/decisions', { ...decision('suspend'), kind: 'account', subjectId: user.id }),
      ...[...videoIds, ...videoIds].map((videoId) => caller.post(url(videoId), { text: 'Quick' })),
    ])
    expect(suspended.statusCode).toBe(201)
    for (const { statusCode } of written) statuses.add(statusCode)
    expect(await t.rows('comments', { userId: user.id, isHidden: false })).toEqual([])
    const { id } = suspended.json<{ id: string }>()
    await moderator.caller.post(`/api/decisions/${id}/lift`, { answer: 'Again.' })
  }
  expect([...statuses].filter((status) => ![201, 401, 403].includes(status))).toEqual([])
  expect(await differences(t)).toEqual([])
})

test('the locks for a suspension fail if the user comments while the suspension waits for them', async () => {
  const { user, caller } = await t.signUp()
  const [clip, other] = await insertVideos(t, (await t.signUp()).user.id, 2)
  const comment = (videoId: string) => caller.post(`/api/videos/${videoId}/comments`, { text: 'Quick' })
  await comment(clip!)
  let locking: Promise<void> | undefined
  await t.db.transaction().execute(async (tx) => {
    await sql`select from videos where id = ${clip!} for no key update`.execute(tx)
    locking = t.db.transaction().execute((second) => lockUserAndContent(second, user.id))
    locking.catch(() => undefined)
    await expect.poll(() => waitingForLocks(t.db)).toBe(1)
    expect((await comment(other!)).statusCode).toBe(201)
  })
  await expect(locking).rejects.toThrow(ContentAddedError)
})

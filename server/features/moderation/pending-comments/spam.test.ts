import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertVideos, type Person, startTestApp, type TestApp } from '../../../test/test-app.ts'
import { comment, listTexts, signUpEstablished } from '../new-account-limits/new-accounts.fixture.ts'
import { generateOrdinary, generateSpam } from './spam.fixture.ts'
import { sizeOf } from '../../../test/run-size.ts'

/** Number of new accounts that post the comments, both spam in waves and ordinary ones. */
const NEW_ACCOUNTS = 20

const counts = sizeOf({ quick: { spam: 80, ordinary: 100 }, deep: { spam: 400, ordinary: 500 } })

let t: TestApp
let authors: Person[]
let clips: string[]
beforeEach(async () => {
  t = await startTestApp()
  authors = await Promise.all(Array.from({ length: NEW_ACCOUNTS }, () => t.signUp()))
  const { user } = await signUpEstablished(t)
  clips = await insertVideos(t, user.id, 25)
})
afterEach(() => t.stop())

/** Posts each text below a different clip. @returns The texts that a visitor can see. */
async function postAll(texts: { text: string; author: number }[]): Promise<string[]> {
  for (const [i, { text, author }] of texts.entries()) {
    await comment(authors[author % NEW_ACCOUNTS]!, clips[i % clips.length]!, text)
  }
  const seen = await Promise.all(clips.map((id) => listTexts(t.visitor, id)))
  return seen.flat()
}

const ordinary = () => generateOrdinary(counts.ordinary).map((text, i) => ({ text, author: i }))

test(`of ${counts.spam} spam comments by ${NEW_ACCOUNTS} accounts, visitors see at most ${NEW_ACCOUNTS}`, async () => {
  await t.signUp({ role: 'moderator' })
  const seen = await postAll(generateSpam(counts.spam, NEW_ACCOUNTS))
  // The first comments of each wave look like ordinary ones.
  expect(seen.length).toBeLessThanOrEqual(NEW_ACCOUNTS)
})

test(`none of ${counts.ordinary} ordinary comments by new accounts needs approval`, async () => {
  await t.signUp({ role: 'moderator' })
  await postAll(ordinary())
  expect(await t.rows('comments', { isHidden: true })).toEqual([])
})

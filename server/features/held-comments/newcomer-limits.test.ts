import { expect, onTestFinished, test } from 'vitest'
import type { ErrorReply } from '../../../contract/errors.ts'
import { startTestApp } from '../../test/test-app.ts'
import * as make from './newcomers.fixture.ts'
import type { Member } from './newcomers.fixture.ts'

const COMMENTS = 20

test('newcomers write 20 comments in ten minutes and then read why; others go on, and all do where nobody looks', async () => {
  const t = await startTestApp({ rateLimits: true })
  onTestFinished(() => t.stop())
  const { id } = await make.clip(t)
  const write = async ({ caller }: Member) => {
    const replies = []
    for (let i = 0; i <= COMMENTS; i++) {
      replies.push(await caller.post(`/api/videos/${id}/comments`, { text: `Number ${i}` }))
    }
    return replies
  }
  const statuses = (replies: { statusCode: number }[]) => new Set(replies.map(({ statusCode }) => statusCode))

  expect(statuses(await write(await t.signUp()))).toEqual(new Set([201]))
  await make.signUpStaff(t)
  const replies = await write(await t.signUp())
  expect(statuses(replies.slice(0, COMMENTS))).toEqual(new Set([201]))
  expect(replies.at(-1)?.statusCode).toBe(429)
  expect(replies.at(-1)?.json<ErrorReply>().message).toMatch(/^New accounts can write 20 comments in 10 minutes\./)
  expect(statuses(await write(await make.signUpEstablished(t)))).toEqual(new Set([201]))
})

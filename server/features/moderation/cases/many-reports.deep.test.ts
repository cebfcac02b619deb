import { expect, test } from 'vitest'
import { insertVideos, testApp } from '../../../test/test-app.ts'

const t = testApp()

test('500 concurrent reports by 200 accounts and 300 visitors, some duplicates, create one open case and hide nothing', async () => {
  const owner = await t.signUp()
  const [videoId = ''] = await insertVideos(t, owner.user.id, 1)
  const accounts = []
  for (let i = 0; i < 200; i++) accounts.push((await t.signUp()).caller)
  const visitors = Array.from({ length: 300 }, () => t.visitor)
  const reasons = ['spam', 'hate', 'nudity', 'violence', 'real-video', 'other']
  const callers = [...accounts, ...visitors, ...accounts.slice(0, 50)]
  const replies = await Promise.all(
    callers.map((caller, i) =>
      caller.post(`/api/videos/${videoId}/report`, { reason: reasons[i % reasons.length], otherText: 'Look' }),
    ),
  )
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
  expect(new Set(replies.map((reply) => reply.json<{ reportId: string }>().reportId)).size).toBe(500)
  const cases = await t.db.selectFrom('cases').select(['state', 'reportsCount', 'isSevere', 'rules']).execute()
  expect(cases).toEqual([{ state: 'open', reportsCount: 500, isSevere: true, rules: expect.any(Array) }])
  expect(cases[0]!.rules.toSorted()).toEqual(['hate', 'nudity', 'only-ai', 'spam', 'violence'])
  expect((await t.visitor.get(`/api/videos/${videoId}`)).statusCode).toBe(200)
  expect((await t.visitor.get('/api/videos')).body).toContain(videoId)
})

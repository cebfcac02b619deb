import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { reportBroken } from '../../../../contract/moderation/report-broken.ts'
import { answer, disconnect, refuse } from '../../../test/screens.tsx'
import { reportBrokenOnce } from './report-broken.ts'

test('a video that the viewer may no longer see counts as removed', async () => {
  refuse(reportBroken, 404, { code: 'NOT_FOUND' })
  expect(await reportBrokenOnce(new QueryClient(), 'hidden')).toBe(true)
})

test('a video is not removed if its file is readable or the server is unavailable', async () => {
  const sent = answer(reportBroken, { hidden: false, alreadyHidden: false })
  for (let i = 0; i < 2; i++) expect(await reportBrokenOnce(new QueryClient(), 'plays')).toBe(false)
  expect(sent).toHaveLength(1)
  refuse(reportBroken, 503, { code: 'UNAVAILABLE' })
  expect(await reportBrokenOnce(new QueryClient(), 'unknown')).toBe(false)
})

test('a report that did not reach the server is sent again', async () => {
  disconnect(reportBroken)
  expect(await reportBrokenOnce(new QueryClient(), 'offline')).toBe(false)
  refuse(reportBroken, 404, { code: 'NOT_FOUND' })
  expect(await reportBrokenOnce(new QueryClient(), 'offline')).toBe(true)
})

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listHiddenVideos } from '../../../../contract/videos/hiding.ts'
import { listUserVideos } from '../../../../contract/videos/videos.ts'
import { answer, refuse, renderScreen } from '../../../test/screens.tsx'
import { OwnVideos } from './hidden-videos.tsx'

const hidden = {
  id: 'v1',
  title: 'Dunes',
  thumbnailUrl: null,
  placeholder: null,
  durationSeconds: 4,
  createdAt: '2026-01-01T00:00:00Z',
  hiding: { reasons: ['file' as const], decision: null },
}

test('hidden clips link to their page, and can be loaded again after a failure', async () => {
  answer(listUserVideos, { videos: [], nextCursor: null })
  refuse(listHiddenVideos, 500)
  const user = renderScreen(<OwnVideos userId="u1" />)
  const retry = await screen.findByRole('button', { name: 'Retry' })
  expect(await screen.findByText('No videos yet')).toBeTruthy()
  answer(listHiddenVideos, { videos: [hidden], nextCursor: null })
  await user.click(retry)
  expect((await screen.findByRole('link', { name: 'Dunes' })).getAttribute('href')).toBe('/video/v1')
})

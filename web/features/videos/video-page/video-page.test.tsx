import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Route } from 'wouter'
import { getVideo } from '../../../../contract/videos/videos.ts'
import { refuse } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { VideoPage } from './video-page.tsx'

test.each([400, 404])('a video that does not exist says so and leads back to the feed, after a %d', async (status) => {
  refuse(getVideo, status)
  renderScreen(<Route path="/video/:id" component={VideoPage} />, { at: '/video/missing' })
  expect(await screen.findByRole('heading', { name: 'Video not found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to Feed' }).getAttribute('href')).toBe('/')
})

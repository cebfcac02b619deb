import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listCreators } from '../../../../contract/social/creators.ts'
import { answer } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { Leaderboard } from './creators-page.tsx'

const ada = {
  id: 'p1',
  username: 'ada',
  displayName: 'Ada',
  avatarUrl: null,
  userNumber: 1,
  isSample: false,
  totalViews: 0,
  totalLikes: 0,
  followersCount: 0,
  videosCount: 0,
}

test('a capped total is shown with a plus sign', async () => {
  answer(listCreators, { creators: [ada], total: 1000, isTotalCapped: true, nextCursor: null })
  renderScreen(<Leaderboard sort="totalViews" q="a" />)
  expect(await screen.findByText('Showing 1 of 1000+ creators')).toBeTruthy()
})

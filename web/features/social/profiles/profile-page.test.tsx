import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Route } from 'wouter'
import { getUserByUsername } from '../../../../contract/social/profiles.ts'
import { refuse } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { ProfilePage } from './profile-page.tsx'

test('a missing profile links back to the feed', async () => {
  refuse(getUserByUsername, 404)
  renderScreen(<Route path="/profile/:username" component={ProfilePage} />, { at: '/profile/nemo' })
  expect(await screen.findByRole('heading', { name: 'User not found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to Feed' }).getAttribute('href')).toBe('/')
})

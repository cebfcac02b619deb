import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildVideo } from '../../../test/build.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { PageActions } from './page-actions.tsx'

const names = () =>
  screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)

test('a hidden clip cannot be shared', () => {
  renderScreen(<PageActions video={buildVideo({ isHidden: true })} isOwner />)
  expect(names()).toContain('Edit')
  expect(names()).not.toContain('Share')
})

test('only owners can edit and delete their clip', () => {
  renderScreen(<PageActions video={buildVideo()} isOwner={false} />)
  expect(names()).toContain('More')
  expect(names()).not.toContain('Edit')
  expect(names()).not.toContain('Delete')
})

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildVideo } from '../../../test/build.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { PageActions } from './page-actions.tsx'

const names = () =>
  screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)

test('a hidden clip cannot be shared or embedded', () => {
  renderScreen(<PageActions video={buildVideo({ isHidden: true })} isOwner />)
  expect(names()).toContain('Edit')
  expect(names()).not.toContain('Share')
  expect(names()).not.toContain('Embed')
})

test('owners cannot report their own clip, others can', () => {
  renderScreen(<PageActions video={buildVideo()} isOwner />)
  expect(names()).not.toContain('Report')
  renderScreen(<PageActions video={buildVideo()} isOwner={false} />)
  expect(names()).toContain('Report')
})

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Hiding } from '../../../../contract/videos/hiding.ts'
import { renderScreen } from '../../../test/screens.tsx'
import { HidingReasons } from './hiding-reasons.tsx'

const hiddenByModerators: Hiding = {
  reasons: ['moderation'],
  decision: { id: 'd1', rule: 'spam', ruleTitle: 'No spam or deception', facts: 'At 0:02.', decidedOn: '2026-01-01' },
}

test('the owner of a hidden clip reads the reason and can appeal', () => {
  renderScreen(<HidingReasons hiding={hiddenByModerators} isOwner />)
  expect(screen.getByText('No spam or deception')).toBeTruthy()
  expect(screen.getByText('At 0:02.')).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toBe('/settings/standing#d1')
  expect(screen.queryByText(/Delete it and upload/)).toBeNull()
})

test('only a clip that no longer plays must be uploaded again', () => {
  renderScreen(<HidingReasons hiding={{ reasons: ['file'], decision: null }} isOwner />)
  expect(screen.getByText(/Delete it and upload the clip again/)).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderScreen } from '../test/screens.tsx'
import { ClampedText } from './clamped-text.tsx'

test('a text that is cut has its button before the first paint', () => {
  onTestFinished(() => void vi.restoreAllMocks())
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(200)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(100)
  renderScreen(<ClampedText text="Long" />)
  expect(screen.getByRole('button', { name: 'Show more' })).toBeTruthy()
})

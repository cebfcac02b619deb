import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '../../../test/screens.tsx'
import { keepFocusInPlace } from './keep-focus-in-place.ts'

const GROWS_BY_PX = 60

test.each([
  ['in view stays in place', 100, [{ top: GROWS_BY_PX, behavior: 'instant' }]],
  ['partly in view stays in place', -20, [{ top: GROWS_BY_PX, behavior: 'instant' }]],
  ['above the screen does not scroll the page', -40, []],
  ['below the screen does not scroll the page', innerHeight, []],
])('a focused field %s when the page grows above it', (_, before, scrolls) => {
  const scroll = vi.fn<(to: ScrollToOptions) => void>()
  vi.stubGlobal('scrollBy', scroll)
  renderScreen(<input />)
  const field = screen.getByRole('textbox')
  let top = before
  field.getBoundingClientRect = () => new DOMRect(0, top, 300, 40)
  field.focus()
  keepFocusInPlace(() => void (top += GROWS_BY_PX))
  expect(scroll.mock.calls.flat()).toEqual(scrolls)
})

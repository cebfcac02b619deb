import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { showTooltips } from './tooltips.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

test('the tooltip of a focused control survives changes below a resting pointer', () => {
  showTooltips()
  render(
    <>
      <button type="button" data-tooltip="Close">
        Close
      </button>
      <video data-testid="clip" />
    </>,
  )
  const tips = () => document.querySelectorAll('.tooltip').length
  const close = screen.getByRole('button')
  vi.spyOn(close, 'matches').mockReturnValue(true)
  fireEvent.focusIn(close)
  fireEvent(screen.getByTestId('clip'), new Event('resize'))
  fireEvent(screen.getByTestId('clip'), new PointerEvent('pointerover', { pointerType: 'mouse', bubbles: true }))
  expect(tips()).toBe(0)
  vi.advanceTimersByTime(1_000)
  expect(tips()).toBe(1)
  fireEvent.focusOut(close)
  expect(tips()).toBe(0)
})

test('a control that gets the focus back after a tap has no tooltip until the next key', () => {
  showTooltips()
  render(
    <button type="button" data-tooltip="Comments">
      1
    </button>,
  )
  const comments = screen.getByRole('button')
  vi.spyOn(comments, 'matches').mockReturnValue(true)
  const focus = () => {
    fireEvent.focusIn(comments)
    vi.advanceTimersByTime(1_000)
    return document.querySelectorAll('.tooltip').length
  }
  fireEvent(document.body, new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true }))
  // The keyboard on the screen sends keys without a name.
  fireEvent.keyDown(document.body, { key: 'Unidentified' })
  expect(focus()).toBe(0)
  fireEvent.keyDown(document.body, { key: 'Tab' })
  expect(focus()).toBe(1)
})

import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { showTooltips } from './tooltips.ts'

test('the tooltip of a focused control survives changes below a resting pointer', () => {
  vi.useFakeTimers()
  try {
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
  } finally {
    vi.useRealTimers()
  }
})

import { fireEvent, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test } from 'vitest'
import { renderScreen } from '../test/screens.tsx'
import { useActive } from './use-active.ts'

function Player() {
  const frame = useRef<HTMLDivElement>(null)
  const [isActive, tap] = useActive(frame, null)
  return (
    <div ref={frame} role="group">
      <button type="button" onClick={tap}>
        {isActive ? 'in use' : 'at rest'}
      </button>
    </div>
  )
}

test('mouse moves wake a resting player, but touch moves do not', () => {
  renderScreen(<Player />)
  const frame = screen.getByRole('group')
  fireEvent.click(screen.getByRole('button'))
  fireEvent.pointerMove(frame, { pointerType: 'touch' })
  expect(screen.getByText('at rest')).toBeTruthy()
  fireEvent.pointerMove(frame, { pointerType: 'mouse' })
  expect(screen.getByText('in use')).toBeTruthy()
})

import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderScreen } from '../../../test/screens.tsx'
import { TapArea } from './tap-area.tsx'

function Slide() {
  const [isPlaying, setPlaying] = useState(true)
  const [likes, setLikes] = useState(0)
  return (
    <>
      <TapArea isPlaying={isPlaying} onChange={setPlaying} onLike={() => setLikes(likes + 1)} />
      <p>{`${isPlaying ? 'plays' : 'pauses'}, ${likes} likes`}</p>
    </>
  )
}

/** Presses the area at the given time. A key press has a `detail` of 0. */
function press(atMs: number, detail = 1): void {
  const click = new MouseEvent('click', { bubbles: true, detail, clientX: 40, clientY: 60 })
  Object.defineProperty(click, 'timeStamp', { value: atMs })
  fireEvent(screen.getByRole('button'), click)
}

const state = () => screen.getByText(/likes$/).textContent
const hearts = () => document.querySelectorAll<SVGElement>('.tap-area-heart')

test('a single tap pauses and resumes at once', () => {
  renderScreen(<Slide />)
  press(1_000)
  expect(state()).toBe('pauses, 0 likes')
  press(1_400)
  expect(state()).toBe('plays, 0 likes')
  expect(hearts()).toHaveLength(0)
})

test('a double tap likes the clip without pausing it, and shows a heart', () => {
  renderScreen(<Slide />)
  press(1_000)
  press(1_200)
  expect(state()).toBe('plays, 1 likes')
  expect(hearts()).toHaveLength(1)
  expect([hearts()[0]!.style.left, hearts()[0]!.style.top]).toEqual(['40px', '60px'])
  // Further quick taps show further hearts and never pause.
  press(1_400)
  expect(state()).toBe('plays, 2 likes')
  fireEvent.animationEnd(hearts()[0]!)
  expect(hearts()).toHaveLength(0)
})

test('a double tap on a paused clip leaves it paused', () => {
  renderScreen(<Slide />)
  press(1_000)
  press(2_000)
  press(3_000)
  expect(state()).toBe('pauses, 0 likes')
  press(5_000)
  press(5_100)
  expect(state()).toBe('pauses, 1 likes')
})

test('quick key presses pause and resume, and never like the clip', () => {
  renderScreen(<Slide />)
  press(1_000, 0)
  press(1_100, 0)
  press(1_200, 0)
  expect(state()).toBe('pauses, 0 likes')
})

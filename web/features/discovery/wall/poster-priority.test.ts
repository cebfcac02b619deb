import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { placeCards } from './masonry.ts'
import { usePosterPriority } from './poster-priority.ts'
import { wallMemory } from './wall-memory.ts'

const SCREEN = { fromPx: 0, toPx: 1_024 }
const cards = Array.from({ length: 40 }, (_, i) => ({ id: `card ${i}`, heightPx: 190 }))
const masonry = placeCards(cards, 2, 10, new Map())

function prioritiesOf(wall: string, screen = SCREEN): string[] {
  let priorities: string[] = []
  function Probe() {
    priorities = masonry.cards.map(usePosterPriority(wall, { masonry, topPx: 100 }, 2, screen))
    return null
  }
  renderToString(createElement(Probe))
  return priorities
}

test('posters have four priorities, from the first row to the rest', () => {
  expect(prioritiesOf('fresh').slice(0, 14).join(' ')).toBe(
    'first first early early early early lazy lazy lazy lazy far far far far',
  )
})

test('posters of early cards off screen wait until the first preview is requested', () => {
  expect(prioritiesOf('small', { fromPx: 0, toPx: 256 }).slice(0, 8).join(' ')).toBe(
    'first first early early far far far far',
  )
})

test('a card that has been near the screen keeps its priority', () => {
  wallMemory('visited').seen.add('card 30')
  expect(prioritiesOf('visited')[30]).toBe('lazy')
  expect(prioritiesOf('visited')[31]).toBe('far')
})

test('a discarded render does not change the priorities', () => {
  prioritiesOf('given up')
  expect(wallMemory('given up').seen.size).toBe(0)
})

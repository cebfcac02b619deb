import { expect, test } from 'vitest'
import { cardsBetween, placeCards, topmost } from './masonry.ts'

const tall = { id: 'tall', heightPx: 300 }
const short = { id: 'short', heightPx: 100 }
const next = { id: 'next', heightPx: 200 }
const last = { id: 'last', heightPx: 50 }

const lanesOf = (cards: { id: string; lane: number }[]) => Object.fromEntries(cards.map(({ id, lane }) => [id, lane]))

test('each card is placed in the shortest column', () => {
  const { cards, heightPx } = placeCards([tall, short, next, last], 2, 10, new Map())
  expect(cards.map(({ lane, topPx }) => [lane, topPx])).toEqual([
    [0, 0],
    [1, 0],
    [1, 110],
    [0, 310],
  ])
  expect(heightPx).toBe(370)
})

test('all columns restart below a break, beginning with the first', () => {
  const { cards, breakPx } = placeCards([tall, short, next, last], 2, 10, new Map(), { beforeId: 'next', heightPx: 40 })
  expect(breakPx).toBe(310)
  expect(cards.map(({ lane, topPx }) => [lane, topPx])).toEqual([
    [0, 0],
    [1, 0],
    [0, 350],
    [1, 350],
  ])
})

test('a card keeps its column when an earlier card grows, leaves or arrives', () => {
  const before = lanesOf(placeCards([tall, short, next, last], 2, 10, new Map()).cards)
  const lanes = new Map(Object.entries(before))
  const grown = placeCards([tall, { ...short, heightPx: 900 }, next, last], 2, 10, lanes)
  expect(lanesOf(grown.cards)).toEqual(before)
  expect(grown.cards[2]!.topPx).toBe(910)
  const without = placeCards([tall, next, last], 2, 10, lanes)
  expect(lanesOf(without.cards)).toEqual({ tall: 0, next: 1, last: 0 })
  const arrived = placeCards([{ id: 'new', heightPx: 80 }, tall, short, next, last], 2, 10, lanes)
  expect(lanesOf(arrived.cards)).toEqual({ ...before, new: 0 })
  // The caller stores the columns, so that a layout that is never shown has no effect.
  expect(Object.fromEntries(lanes)).toEqual(before)
})

test('the wall finds the cards between two heights, and the highest of these cards', () => {
  const masonry = placeCards([tall, short, next, last], 2, 10, new Map())
  const seen = cardsBetween(masonry, 105, 310)
  expect(seen.map(({ id }) => id)).toEqual(['tall', 'next'])
  expect(topmost(seen)?.id).toBe('tall')
  expect(topmost([])).toBeUndefined()
})

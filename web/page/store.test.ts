import { expect, test } from 'vitest'
import { createStore } from './store.ts'

test('a store calls its listeners when the value changes, until they unsubscribe', () => {
  const store = createStore('dark')
  const told: string[] = []
  const leave = store.subscribe(() => told.push(store.get()))

  store.set('light')
  store.set('light')
  store.set('dark')
  leave()
  store.set('light')

  expect(told).toEqual(['light', 'dark'])
  expect(store.get()).toBe('light')
})

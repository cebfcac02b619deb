import { beforeEach, expect, test, vi } from 'vitest'
import { stubStorage } from '../../test/storage.ts'
import { readIntent, deleteIntent, type Intent, storeIntent, consumeIntent } from './intent.ts'
import { deletePersonalState } from '../personal-state.ts'

const like: Intent = { act: 'like', videoId: 'a clip' }

let storage: Map<string, string>
beforeEach(() => {
  storage = stubStorage('sessionStorage')
  return () => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
})

test('an intent is found only at its own address, and only once', () => {
  storeIntent(like, '/?view=x')
  expect(readIntent('/')).toBeUndefined()
  expect(readIntent('/?view=x')).toEqual(like)
  expect(consumeIntent('/?view=x')).toEqual(like)
  expect(consumeIntent('/?view=x')).toBeUndefined()
})

test('a new intent replaces the old one, and is deleted if the viewer opens another page', () => {
  storeIntent(like, '/')
  storeIntent({ act: 'comment', videoId: 'another' }, '/')
  expect(readIntent('/')).toEqual({ act: 'comment', videoId: 'another' })
  expect(consumeIntent('/upload')).toBeUndefined()
  expect(storage.size).toBe(0)
})

test('signing out deletes the intent', () => {
  storeIntent(like, '/')
  deletePersonalState('ada')
  expect(storage.size).toBe(0)
})

test('an intent expires after fifteen minutes', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  storeIntent(like, '/')
  vi.setSystemTime(1_000_000 + 14 * 60_000)
  expect(readIntent('/')).toEqual(like)
  vi.setSystemTime(1_000_000 + 15 * 60_000)
  expect(readIntent('/')).toBeUndefined()
})

test('if the browser blocks storage, the intent is lost without an error', () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked, removeItem: blocked })
  storeIntent(like, '/')
  expect(readIntent('/')).toBeUndefined()
  deleteIntent()
})

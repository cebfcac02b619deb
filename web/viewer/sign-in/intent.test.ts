import { beforeEach, expect, test, vi } from 'vitest'
import { stubStorage } from '../../test/storage.ts'
import { findIntent, forgetIntent, type Intent, keepIntent, takeIntent } from './intent.ts'
import { forgetPersonalState } from '../personal-state.ts'

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
  keepIntent(like, '/?view=x')
  expect(findIntent('/')).toBeUndefined()
  expect(findIntent('/?view=x')).toEqual(like)
  expect(takeIntent('/?view=x')).toEqual(like)
  expect(takeIntent('/?view=x')).toBeUndefined()
})

test('a new intent replaces the old one, and is deleted if the viewer opens another page', () => {
  keepIntent(like, '/')
  keepIntent({ act: 'comment', videoId: 'another' }, '/')
  expect(findIntent('/')).toEqual({ act: 'comment', videoId: 'another' })
  expect(takeIntent('/upload')).toBeUndefined()
  expect(storage.size).toBe(0)
})

test('signing out deletes the intent', () => {
  keepIntent(like, '/')
  forgetPersonalState('ada')
  expect(storage.size).toBe(0)
})

test('an intent expires after fifteen minutes', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  keepIntent(like, '/')
  vi.setSystemTime(1_000_000 + 14 * 60_000)
  expect(findIntent('/')).toEqual(like)
  vi.setSystemTime(1_000_000 + 15 * 60_000)
  expect(findIntent('/')).toBeUndefined()
})

test('if the browser blocks storage, the intent is lost without an error', () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked, removeItem: blocked })
  keepIntent(like, '/')
  expect(findIntent('/')).toBeUndefined()
  forgetIntent()
})

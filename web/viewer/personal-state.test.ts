import { beforeEach, expect, test, vi } from 'vitest'
import {
  allowPersonalState,
  createPersonalState,
  deletePersonalState,
  readPersonal,
  storePersonal,
} from './personal-state.ts'

let storage: Record<string, string>
beforeEach(() => {
  storage = {}
  const methods = {
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => void (storage[key] = value),
    removeItem: (key: string) => void delete storage[key],
  }
  // Browsers expose the keys of the storage as its own enumerable properties.
  vi.stubGlobal('localStorage', new Proxy(methods, { ownKeys: () => Object.keys(storage), getOwnPropertyDescriptor }))
})

function getOwnPropertyDescriptor(_target: object, key: string | symbol) {
  return { enumerable: true, configurable: true, value: storage[String(key)] }
}

test('signing out deletes the state of that user only', () => {
  const drafts = createPersonalState<string>()
  for (const person of ['ada', 'bob']) {
    drafts.set(person, `a comment of ${person}`)
    storePersonal('upload-draft', person, `a draft of ${person}`)
  }
  storage['theme'] = 'light'
  deletePersonalState('ada')
  expect(drafts.get('ada')).toBeUndefined()
  expect(drafts.get('bob')).toBe('a comment of bob')
  expect(storage).toEqual({ theme: 'light', 'upload-draft:bob': 'a draft of bob' })
})

test('state that arrives after a sign-out is dropped until the next sign-in', () => {
  const drafts = createPersonalState<string>()
  deletePersonalState('eve')
  drafts.set('eve', 'late')
  storePersonal('upload-draft', 'eve', 'late')
  expect([drafts.get('eve'), readPersonal('upload-draft', 'eve')]).toEqual([undefined, null])
  allowPersonalState('eve')
  drafts.set('eve', 'back')
  storePersonal('upload-draft', 'eve', 'back')
  expect([drafts.get('eve'), readPersonal('upload-draft', 'eve')]).toEqual(['back', 'back'])
})

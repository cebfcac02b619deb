import { expect, test } from 'vitest'
import { signInReason } from './sign-in-reason.ts'

test('the sign-in reason names the intended action, or else the page', () => {
  expect(signInReason({ act: 'like', videoId: 'v' }, '/upload')).toBe('like this clip')
  expect(signInReason({ act: 'follow', personId: 'p', name: 'Ada' }, '/profile/ada')).toBe('follow this creator')
  expect(signInReason(undefined, '/upload')).toBe('upload a video')
  expect(signInReason(undefined, '/upload?remix=v')).toBe('remix this clip')
  expect(signInReason(undefined, '/claim')).toBe('become an admin')
  expect(signInReason(undefined, '/profile/ada')).toBeUndefined()
})

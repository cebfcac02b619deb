import { afterEach, expect, test, vi } from 'vitest'
import { findPasskeyProblem } from './can-use-passkeys.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  ['localhost', true, undefined],
  ['reverie.example', true, undefined],
  ['reverie.example', false, 'Passkeys need https or localhost.'],
  ['127.0.0.1', true, 'Passkeys need https or localhost.'],
  ['[::1]', true, 'Passkeys need https or localhost.'],
])('on host %s, secure context %s, findPasskeyProblem returns %s', (hostname, isSecureContext, reason) => {
  vi.stubGlobal('isSecureContext', isSecureContext)
  vi.stubGlobal('location', { hostname })
  vi.stubGlobal('window', { PublicKeyCredential: {} })
  expect(findPasskeyProblem()).toBe(reason)
})

test('without passkey support, the browser is named as the reason', () => {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('location', { hostname: 'localhost' })
  vi.stubGlobal('window', {})
  expect(findPasskeyProblem()).toBe('This browser can’t use passkeys.')
})

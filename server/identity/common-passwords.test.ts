import { expect, test } from 'vitest'
import { AppError } from '../errors/app-error.ts'
import { isCommonPassword, refuseCommonPassword } from './common-passwords.ts'

const ada = { email: 'ada.lovelace@example.org', username: 'countess7' }

test.each([
  '123456',
  'password',
  'PassWord',
  // Far down the list.
  'secret123',
  'reverie',
  'Reverie2026!',
  'countess7',
  '*Countess*1990',
  'ada.lovelace1',
  'Ada.Lovelace@example.org',
])('%s is a common password', async (password) => {
  expect(await isCommonPassword(password, ada)).toBe(true)
})

test.each([
  'a good secret',
  'countess of numbers',
  'reveries at noon',
  '8413902617',
  'пароль на память',
  '!!!!!!!?',
  '',
])('%j is not a common password', async (password) => {
  expect(await isCommonPassword(password, ada)).toBe(false)
})

test('a password may contain a name that is short or has no letters', async () => {
  const person = { email: 'a@example.org', username: '2026' }
  expect(await isCommonPassword('17a39-2', person)).toBe(false)
  expect(await isCommonPassword('772026771', person)).toBe(false)
  expect(await isCommonPassword('some other words', { email: 'a@example.org', username: null })).toBe(false)
})

test('a common new password is refused with an error at its field', async () => {
  await refuseCommonPassword('a good secret', ada, 'new')
  const refused: unknown = await refuseCommonPassword('secret1', ada, 'new').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(AppError)
  expect(refused).toMatchObject({
    code: 'VALIDATION_FAILED',
    issues: [{ path: 'new', message: expect.stringContaining('Please choose another') }],
  })
})

import * as argon2 from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { createPasswords } from './passwords.ts'

const verify = vi.fn<typeof argon2.verify>(argon2.verify)
const { hash, match } = createPasswords(undefined, { hash: argon2.hash, verify })
const RECOMMENDED = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/

test("passwords have OWASP's recommended cost, and equal passwords have different hashes", async () => {
  const hashes = await Promise.all([hash('secret1'), hash('secret1')])
  for (const each of hashes) {
    expect(each).toMatch(RECOMMENDED)
    expect(await match(each, 'secret1')).toBe(true)
    expect(await match(each, 'secret2')).toBe(false)
  }
  expect(hashes[0]).not.toBe(hashes[1])
  expect(await match(undefined, 'nobody has this password')).toBe(false)
})

test('comparing a password takes the same time with and without a hash', async () => {
  verify.mockClear()
  await match(undefined, 'secret2')
  await match(await hash('secret1'), 'secret2')
  const compared = verify.mock.calls
  expect(compared).toHaveLength(2)
  for (const [known, password] of compared) {
    expect(known).toMatch(RECOMMENDED)
    expect(password).toBe('secret2')
  }
})

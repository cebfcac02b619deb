import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

const { hash, match } = createPasswords()

test('passwords cost what OWASP recommends, and a hash does not tell which it was', async () => {
  const hashes = await Promise.all([hash('secret1'), hash('secret1')])
  for (const each of hashes) {
    expect(each).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await match(each, 'secret1')).toBe(true)
    expect(await match(each, 'secret2')).toBe(false)
  }
  expect(hashes[0]).not.toBe(hashes[1])
  expect(await match(undefined, 'nobody has this password')).toBe(false)
})

test('without a hash a comparison takes as much work as with one', async () => {
  const known = await hash('secret1')
  // The first one also makes the hash that stands in for a missing one.
  await match(undefined, 'secret2')
  const [withHash, without]: [number[], number[]] = [[], []]
  for (let i = 0; i < 5; i++) {
    withHash.push(await processorTimeOf(() => match(known, 'secret2')))
    without.push(await processorTimeOf(() => match(undefined, 'secret2')))
  }
  // The least of each: whatever else this process does can only add to it.
  const ratio = Math.min(...without) / Math.min(...withHash)
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})

/** Microseconds, which count no waiting for a busy machine. */
async function processorTimeOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  return process.cpuUsage(before).user
}

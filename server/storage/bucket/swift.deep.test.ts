import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { type Swift, startSwift } from '../../test/swift/swift.ts'
import { type TestBucket, openTestBucket } from '../../test/servers/test-bucket.ts'
import { testStorage } from '../storage.suite.ts'

let swift: Swift
const opened: TestBucket[] = []
beforeAll(async () => {
  swift = await startSwift()
})
afterAll(async () => {
  for (const bucket of opened) await bucket.close()
  await swift.stop()
})

testStorage('in a bucket of OpenStack Swift', async () => {
  const address = await swift.makeBucket(randomUUID())
  const reopen = async () => {
    const bucket = await openTestBucket(address, swift.keys)
    opened.push(bucket)
    return bucket
  }
  const first = await reopen()
  return { storage: first.storage, reopen: async () => (await reopen()).storage, leftovers: () => first.leftovers() }
})

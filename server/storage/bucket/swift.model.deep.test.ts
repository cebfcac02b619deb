import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { startSwift } from '../../test/swift/swift.ts'
import { openTestBucket } from '../../test/servers/test-bucket.ts'
import { testModel } from '../storage-model.suite.ts'

/** Runs a tenth of the full count; `MODEL_RUNS=2000` runs all. */
const numRuns = Math.ceil(Number(process.env.MODEL_RUNS ?? 100) / 10)
const seed = Number(process.env.MODEL_SEED ?? 2)

test('after any sequence of calls, Swift contains what a map would contain', async () => {
  const swift = await startSwift()
  const { storage, close } = await openTestBucket(await swift.makeBucket(randomUUID()), swift.keys)
  onTestFinished(async () => {
    await close()
    await swift.stop()
  })
  await expect(testModel(async () => storage, { numRuns, seed })).resolves.toBeUndefined()
})

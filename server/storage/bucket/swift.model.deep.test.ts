import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { startSwift } from '../../test/swift/swift.ts'
import { openTestBucket } from '../../test/servers/test-bucket.ts'
import { testModel } from '../storage-model.suite.ts'

/** Number of sequences: a tenth of `MODEL_RUNS`. The default is 10; `MODEL_RUNS=2000` runs 200. */
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

import { expect, onTestFinished, test } from 'vitest'
import { openTestFiles } from '../test/test-files.ts'
import { DiskStorage } from './disk/disk-storage.ts'
import { sizeOf } from '../test/run-size.ts'
import { testModel } from './storage-model.suite.ts'
import { testFolder } from '../test/test-folder.ts'

/** Number of sequences. `MODEL_RUNS` changes that of deep runs, and `MODEL_SEED` selects other sequences. */
const numRuns = sizeOf({ quick: 50, deep: Number(process.env.MODEL_RUNS ?? 300) })
const seed = Number(process.env.MODEL_SEED ?? 2)

test('after any sequence of calls, the disk contains what a map would contain', async () => {
  const folder = testFolder()
  const open = () => DiskStorage.open(folder, { isShared: true })
  await expect(testModel(open, { numRuns, seed })).resolves.toBeUndefined()
})

test('after any sequence of calls, a bucket contains what a map would contain', async () => {
  const { storage, close } = await openTestFiles('bucket', '')
  onTestFinished(close)
  await expect(testModel(async () => storage, { numRuns: Math.ceil(numRuns / 10), seed })).resolves.toBeUndefined()
})

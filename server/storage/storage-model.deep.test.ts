import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openTestFiles } from '../test/test-files.ts'
import { DiskStorage } from './disk/disk-storage.ts'
import { testModel } from './storage-model.suite.ts'

/** `MODEL_RUNS=2000` for the whole count, `MODEL_SEED` for others. */
const numRuns = Number(process.env.MODEL_RUNS ?? 300)
const seed = Number(process.env.MODEL_SEED ?? 2)

test('whatever is done in whatever order, the disk holds what a map would: many more', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reverie-model-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const open = () => DiskStorage.open(folder, { isShared: true })
  await expect(testModel(open, { numRuns, seed })).resolves.toBeUndefined()
})

test('and so does a bucket', async () => {
  const { storage, close } = await openTestFiles('bucket', '')
  onTestFinished(close)
  await expect(testModel(async () => storage, { numRuns: Math.ceil(numRuns / 10), seed })).resolves.toBeUndefined()
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DiskStorage } from './disk/disk-storage.ts'
import { testModel } from './storage-model.suite.ts'

test('whatever is done in whatever order, the disk holds what a map would', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reverie-model-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await expect(testModel(() => DiskStorage.open(folder, { isShared: true }), { numRuns: 50 })).resolves.toBeUndefined()
})

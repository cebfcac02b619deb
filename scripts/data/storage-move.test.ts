import { expect, test } from 'vitest'
import { testMove } from './storage-move.suite.ts'

test('files move to a bucket while people watch and delete, and the command is killed once', async () => {
  await expect(testMove({ videos: 20, kills: 1 })).resolves.toBeUndefined()
})

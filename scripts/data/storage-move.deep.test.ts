import { expect, test } from 'vitest'
import { testMove } from './storage-move.suite.ts'

/** `MOVE_KILLS=20` for the whole count. */
const kills = Number(process.env.MOVE_KILLS ?? 5)

test('files move to a bucket while people watch and delete, and the command is killed again and again', async () => {
  await expect(testMove({ videos: 40 * kills, kills })).resolves.toBeUndefined()
})

import { expect, test } from 'vitest'
import { sizeOf } from '../../server/test/run-size.ts'
import { testMove } from './storage-move.suite.ts'

/** `MOVE_KILLS=20` for the whole count. */
const deepKills = Number(process.env.MOVE_KILLS ?? 5)

test('files move to a bucket while people watch and delete, and the command is killed', async () => {
  const size = sizeOf({ quick: { videos: 20, kills: 1 }, deep: { videos: 40 * deepKills, kills: deepKills } })
  await expect(testMove(size)).resolves.toBeUndefined()
})

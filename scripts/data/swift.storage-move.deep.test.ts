import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { openTestBucket } from '../../server/test/servers/test-bucket.ts'
import { startSwift } from '../../server/test/swift/swift.ts'
import { testMove } from './storage-move.suite.ts'

/** Number of kills, 20 at full size (`MOVE_KILLS=20`). */
const kills = Number(process.env.MOVE_KILLS ?? 3)

test('moving files to Swift survives kills of server and command', async () => {
  const swift = await startSwift()
  onTestFinished(() => swift.stop())
  const files = await openTestBucket(await swift.makeBucket(randomUUID()), swift.keys)
  onTestFinished(() => files.close())
  await expect(testMove(files, { videos: 40 * kills, kills })).resolves.toBeUndefined()
})

import { expect, onTestFinished, test } from 'vitest'
import { openStubBucket } from '../../server/test/servers/test-bucket.ts'
import { testMoveOfServer } from './storage-move.suite.ts'

test('moving files to a bucket survives kills of server and command', async () => {
  const kills = Number(process.env.MOVE_KILLS ?? 3)
  const files = await openStubBucket()
  onTestFinished(() => files.close())
  await expect(testMoveOfServer(files, { videos: 200 * kills, kills })).resolves.toBeUndefined()
})

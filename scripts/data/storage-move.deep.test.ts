import { expect, onTestFinished, test } from 'vitest'
import { startS3Stub } from '../../server/test/servers/s3-stub.ts'
import { testMoveOfServer } from './storage-move.suite.ts'

test('moving files to a bucket survives kills of server and command', async () => {
  const kills = Number(process.env.MOVE_KILLS ?? 3)
  const { address, stop } = await startS3Stub()
  onTestFinished(stop)
  const files = { address, keys: { accessKeyId: 'name', secretAccessKey: 'secret' } }
  await expect(testMoveOfServer(files, { videos: 200 * kills, kills })).resolves.toBeUndefined()
})

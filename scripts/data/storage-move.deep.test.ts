import { expect, onTestFinished, test } from 'vitest'
import { startS3Stub } from '../../server/test/servers/s3-stub.ts'
import { testMove, testMoveOfServer } from './storage-move.suite.ts'

/** `MOVE_KILLS=20` for the whole count, of the server a half. */
const countOf = (sample: number) => Number(process.env.MOVE_KILLS ?? sample)

test('files move to a bucket while people watch and delete, and the command is killed again and again', async () => {
  const kills = countOf(5)
  await expect(testMove({ videos: 40 * kills, kills })).resolves.toBeUndefined()
})

test('files move to a bucket while people watch, and the server is killed as well as the command', async () => {
  const kills = countOf(3)
  const { address, stop } = await startS3Stub()
  onTestFinished(stop)
  const files = { address, keys: { accessKeyId: 'name', secretAccessKey: 'secret' } }
  await expect(testMoveOfServer(files, { videos: 200 * kills, kills })).resolves.toBeUndefined()
})

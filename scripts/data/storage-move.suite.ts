import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { expect, onTestFinished } from 'vitest'
import { buildApp } from '../../server/app.ts'
import { findDifferences } from '../../server/features/doctor/find-differences.ts'
import { MovingStorage } from '../../server/storage/moving-storage.ts'
import { type S3Stub, startS3Stub } from '../../server/test/servers/s3-stub.ts'
import { keysIn } from '../../server/test/storage-with.ts'
import { callerOf, insertVideos, startTestApp, type TestApp, upload } from '../../server/test/test-app.ts'
import { openTestBucket } from '../../server/test/servers/test-bucket.ts'

const keys = { accessKeyId: 'name', secretAccessKey: 'secret' }

/**
 * A site moves its files to a bucket while people watch, upload and delete, and the command is killed again and again.
 *
 * @param kills Each when one more file has begun to be copied.
 */
export async function testMove({ videos, kills }: { videos: number; kills: number }): Promise<void> {
  const t = await startTestApp({ files: 'disk' })
  onTestFinished(() => t.stop())
  const stub = await startS3Stub()
  const { storage: bucket, close } = await openTestBucket(stub.address, keys)
  onTestFinished(async () => {
    await close()
    await stub.stop()
  })
  const { user, caller } = await t.signUp()
  await insertVideos(t, user.id, videos)
  const originals = await t.db.selectFrom('objects').select('id').execute()
  for (const { id } of originals) await t.deps.storage.write(id, Readable.from(['x']), { maxBytes: 1 })
  const app = await buildApp({ ...t.deps, storage: new MovingStorage(bucket, t.deps.storage) })
  onTestFinished(() => app.close())

  const visitor = callerOf(app)
  const shown = originals.map(({ id }) => id)
  const failed: string[] = []
  let isMoving = true
  const watching = (async () => {
    for (let i = 0, reads = 0; ; i++) {
      const id = shown[i % shown.length]!
      const { statusCode, body } = await visitor.get(`/objects/${id}.mp4`)
      if (statusCode !== 200 || body !== 'x') failed.push(`${id}: ${statusCode}`)
      if (!isMoving && ++reads > shown.length) return
    }
  })()

  const move = await commandOf(t, stub)
  for (let killed = 0; killed < kills; killed++) {
    const child = move()
    const before = stub.uploads.size + stub.objects.size
    await expect.poll(() => stub.uploads.size + stub.objects.size, { interval: 5 }).toBeGreaterThan(before)
    child.process.kill('SIGKILL')
    await child.ended
  }
  // What is new is in the bucket at once.
  const address = await upload({ ...caller, inject: visitor.inject }, Buffer.from('unused'))
  expect((await caller.delete(`/api/videos/${await anyVideo(t, shown)}`)).statusCode).toBe(204)
  const last = move()
  expect(await last.ended).toMatchObject({
    code: 0,
    said: expect.stringMatching(/\nThe bucket has everything\./) as string,
  })
  isMoving = false
  await watching
  expect(failed).toEqual([])

  expect(await keysIn(bucket)).toEqual([...shown, address.split('/').at(-1)!].toSorted())
  expect(await findDifferences({ db: t.db, storage: bucket })).toEqual([])
}

/** Its original is looked at no more. */
async function anyVideo({ db }: TestApp, shown: string[]): Promise<string> {
  const { id, originalId } = await db.selectFrom('videos').select(['id', 'originalId']).executeTakeFirstOrThrow()
  shown.splice(shown.indexOf(originalId), 1)
  return id
}

/** @returns Starts `npm run storage:move` for the site. */
async function commandOf(t: TestApp, { address }: S3Stub) {
  const dataDir = await mkdtemp(join(tmpdir(), 'reverie-move-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  await symlink(t.storageFolder, join(dataDir, 'objects'))
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    DATABASE_URL: t.databaseUrl,
    SESSION_SECRET: 'x'.repeat(32),
    STORAGE_URL: `s3://${address.bucket}?endpoint=${address.endpoint}&region=${address.region}`,
    STORAGE_FROM: 'disk',
    AWS_ACCESS_KEY_ID: keys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
  }
  return () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'storage-move.ts')], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]).then(([out, errors]) => ({
      code: child.exitCode,
      said: out + errors,
    }))
    return { process: child, ended }
  }
}

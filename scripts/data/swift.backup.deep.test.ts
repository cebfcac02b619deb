import { randomUUID } from 'node:crypto'
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import type { Storage } from '../../server/storage/storage.ts'
import { openTestBucket, type TestBucket } from '../../server/test/servers/test-bucket.ts'
import { startSwift, type Swift } from '../../server/test/swift/swift.ts'
import { buildApp } from '../../server/app.ts'
import { appOfTest, callerOf, publish, signUp } from '../../server/test/test-app.ts'
import { emptyDatabase } from '../../server/test/servers/test-database.ts'
import { keysIn } from '../../server/test/storage-with.ts'
import { runScript } from '../support/commands.fixture.ts'
import { testFolder } from '../../server/test/test-folder.ts'

async function makeBucket(swift: Swift): Promise<TestBucket> {
  const made = await openTestBucket(await swift.makeBucket(randomUUID()), swift.keys)
  onTestFinished(() => made.close())
  return made
}

async function run(command: string, args: string[], env: Record<string, string>): Promise<string> {
  const settings = { SESSION_SECRET: 'x'.repeat(32), DISK_RESERVE: '64MB', ...env }
  const { out, ...ended } = await runScript(`${command}.ts`, args, settings)
  expect(ended).toEqual({ code: 0, errors: '' })
  return out
}

async function bytesOf(storage: Storage): Promise<Record<string, Buffer>> {
  const read = async (key: string, sizeBytes: number) => [
    key,
    await buffer(storage.read(key, { start: 0, end: sizeBytes - 1 })),
  ]
  const objects = await Array.fromAsync(storage.list())
  return Object.fromEntries(await Promise.all(objects.map(({ key, sizeBytes }) => read(key, sizeBytes))))
}

test('a site in Swift is backed up and restored into another bucket', async () => {
  const swift = await startSwift()
  onTestFinished(() => swift.stop())
  const scratch = testFolder({ isOpen: true })
  const t = await appOfTest()
  const from = await makeBucket(swift)
  await using app = await buildApp({ ...t.deps, storage: from.storage })
  const { caller } = await signUp(app)
  await publish(caller)

  const site = { ...from.settings, DATABASE_URL: t.databaseUrl, DATA_DIR: join(scratch, 'data') }
  await mkdir(join(site.DATA_DIR, 'work'), { recursive: true, mode: 0o700 })
  const [first, second] = [join(scratch, 'backups', 'first'), join(scratch, 'backups', 'second')]
  expect(await run('data/backup', [first], site)).toContain('1 account, 1 video, 1 file')
  const [clip = ''] = await keysIn(from.storage)
  await publish(caller, 'rotated-90.mp4')
  expect(await run('data/backup', [second], site)).toContain('1 account, 2 videos, 2 files')
  const inodeIn = async (backup: string) => (await stat(join(backup, 'objects', clip.slice(0, 2), clip))).ino
  expect(await inodeIn(second)).toBe(await inodeIn(first))

  const to = await makeBucket(swift)
  const restored = { ...to.settings, DATABASE_URL: await emptyDatabase(), DATA_DIR: join(scratch, 'restored') }
  await run('data/restore', [second], restored)
  expect(await run('operate/doctor', [], restored)).toContain('No differences')
  const { videos } = (await callerOf(app).get('/api/videos')).json<{ videos: unknown[] }>()
  expect(videos).toHaveLength(2)
  expect(await keysIn(to.storage)).toHaveLength(2)
  expect(await bytesOf(to.storage)).toEqual(await bytesOf(from.storage))
})

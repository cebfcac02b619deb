import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { DiskStorage } from './disk/disk-storage.ts'
import { testStorage } from './storage.suite.ts'
import { LEFT_OVER_AFTER_MS } from './storage.ts'
import { openTestFiles } from '../test/test-files.ts'
import { sharedFolder } from '../test/test-folder.ts'

const folder = sharedFolder()

testStorage('on the disk', () => openTestFiles('disk', join(folder, randomUUID())))
testStorage('in a bucket', () => openTestFiles('bucket', ''))

test('parts that a crash left are removed at the next start', async () => {
  const objects = join(folder, randomUUID())
  await mkdir(join(objects, 'incoming'), { recursive: true })
  await writeFile(join(objects, 'incoming', randomUUID()), 'half')
  await DiskStorage.open(objects)
  expect(await readdir(join(objects, 'incoming'))).toEqual([])
})

test('part files of other processes are removed once they are too old', async () => {
  const objects = join(folder, randomUUID())
  const storage = await DiskStorage.open(objects)
  const [old, fresh] = [randomUUID(), randomUUID()]
  for (const name of [old, fresh]) await writeFile(join(objects, 'incoming', name), 'half')
  const longAgo = new Date(Date.now() - LEFT_OVER_AFTER_MS - 60_000)
  await utimes(join(objects, 'incoming', old), longAgo, longAgo)
  await storage.removeLeftovers()
  expect(await readdir(join(objects, 'incoming'))).toEqual([fresh])
})

test('a suspended process that continues a part overwrites no other data', async () => {
  const [objects, key] = [join(folder, randomUUID()), randomUUID()]
  const storage = await DiskStorage.open(objects)
  const late = Promise.withResolvers<void>()
  const stopped = storage.append(
    key,
    (async function* () {
      yield Buffer.from('one, ')
      await late.promise
      yield Buffer.from('two')
    })(),
  )
  await expect.poll(() => readFile(join(objects, 'resumable', key), 'utf8')).toBe('one, ')
  const other = await DiskStorage.open(objects, { isShared: true })
  await other.append(key, Readable.from([Buffer.from('two'), Buffer.from(', three')]))
  late.resolve()
  await stopped
  expect(await readFile(join(objects, 'resumable', key), 'utf8')).toBe('one, two, three')
})

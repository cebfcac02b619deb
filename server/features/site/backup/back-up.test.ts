import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { markDeleted } from '../../../objects/objects.queries.ts'
import type { Storage } from '../../../storage/storage.ts'
import { storageWith } from '../../../test/storage-with.ts'
import { appOfTest, testApp } from '../../../test/test-app.ts'
import { backUp } from './back-up.ts'
import { pruneBackups } from './prune-backups.ts'
import { checkBackup } from './restore.ts'
import { testFolder } from '../../../test/test-folder.ts'

const t = testApp()
let scratch: string
let lines: string[]
beforeEach(async () => {
  scratch = testFolder()
  await mkdir(join(scratch, 'data'))
  lines = []
})
afterEach(() => t.db.deleteFrom('objects').execute())

/** Makes a backup. @returns Its content. */
async function backUpTo(name: string, storage: Storage = t.deps.storage, { databaseUrl } = t) {
  const target = join(scratch, name)
  const log = (line: string) => void lines.push(line)
  const openStorage = async () => storage
  await backUp({ dataDir: join(scratch, 'data'), databaseUrl, openStorage, target, reserve: () => 0, log })
  return checkBackup(target)
}

/**
 * Creates an object with a row, as publishing does. @param shard Two digits, because objects are copied in the order of
 * their ids.
 */
async function createObject(
  bytes = 'bytes',
  { state = 'published', shard = '80' }: { state?: 'published' | 'hidden' | 'stored'; shard?: string } = {},
): Promise<string> {
  const id = shard + randomUUID().slice(2)
  await t.deps.storage.write(id, Readable.from([bytes]), { maxBytes: bytes.length })
  const values = { id, state, contentType: 'video/mp4', sizeBytes: bytes.length }
  await t.insert('objects', values)
  return id
}

async function deleteObject(id: string): Promise<void> {
  await markDeleted(t.db, [id])
  await t.deps.storage.remove(id)
  await t.db.deleteFrom('objects').where('id', '=', id).execute()
}

const pathOf = (id: string) => `${id.slice(0, 2)}/${id}`
const idsIn = (paths: string[]) => paths.map((path) => path.slice(3)).toSorted()
const rowsOf = async (name: string) => readFile(join(scratch, name, 'database', 'objects.copy'), 'utf8')

/** Returns a storage that runs `meanwhile` for each object, just before the object is copied for the first time. */
function storageThat(meanwhile: (id: string) => Promise<void>): Storage {
  const seen = new Set<string>()
  return storageWith(t.deps.storage, {
    async withFile(id, use) {
      if (!seen.has(id)) await meanwhile(id)
      seen.add(id)
      return t.deps.storage.withFile(id, use)
    },
  })
}

test('a backup into the data folder is refused and creates nothing', async () => {
  await symlink('data', join(scratch, 'link'))
  for (const parent of ['data', 'data/backups/of-june', 'link/backups'])
    await expect(backUpTo(`${parent}/inside`)).rejects.toThrow('the folder that it copies')
  expect(await readdir(join(scratch, 'data'))).toEqual([])
})

test('an object that changes during a backup is saved completely or not at all', async () => {
  const last = await createObject('last', { shard: 'ff' })
  const leaves = await createObject()
  let late: string | undefined
  const storage = storageThat(async (id) => {
    if (id === last) late = await createObject('late', { shard: '00', state: 'hidden' })
    if (id === leaves) await deleteObject(leaves)
  })
  const { objects } = await backUpTo('backup', storage)
  expect(idsIn(objects.paths)).toEqual([late, last])
  const rows = await rowsOf('backup')
  expect(rows).toContain(late)
  expect(rows).not.toContain(leaves)
})

test('if an object loses its bytes during a backup, the backup takes a later snapshot', async () => {
  const last = await createObject('last', { shard: 'ff' })
  const late: string[] = []
  const storage = storageThat(async (id) => {
    if (id === last) late.push(await createObject('late', { shard: '00' }))
    if (id === late[0]) {
      // This snapshot already contains the row of the object.
      await deleteObject(id)
      late.push(await createObject('later', { shard: '00' }))
    }
  })
  const { objects } = await backUpTo('backup', storage)
  expect(idsIn(objects.paths)).toEqual([late[1], last])
  expect(await rowsOf('backup')).not.toContain(late[0])
})

test('a missing file is reported and does not prevent a backup', async () => {
  const [lost, kept] = [await createObject(), await createObject()]
  await t.deps.storage.remove(lost)
  const { objects } = await backUpTo('backup')
  expect(idsIn(objects.paths)).toEqual([kept])
  expect(lines).toContain('Missing from the site: 1 file. Run npm run doctor for details.')
})

test('a later backup reads only new objects', async () => {
  const [old, gone] = [await createObject('old'), await createObject('gone')]
  await backUpTo('first')
  await deleteObject(gone)
  const fresh = await createObject('fresh')
  const read: string[] = []
  const { objects } = await backUpTo(
    'second',
    storageThat(async (id) => void read.push(id)),
  )
  expect(read).toEqual([fresh])
  expect(idsIn(objects.paths)).toEqual([old, fresh].toSorted())
  const inodeOf = async (name: string) => (await stat(join(scratch, name, 'objects', pathOf(old)))).ino
  expect(await inodeOf('second')).toBe(await inodeOf('first'))
  // Each backup is complete without the other.
  await rm(join(scratch, 'first'), { recursive: true })
  expect(await readFile(join(scratch, 'second', 'objects', pathOf(old)), 'utf8')).toBe('old')
})

test('a damaged file of an earlier backup is not reused', async () => {
  const id = await createObject('whole')
  await backUpTo('first', unlinked())
  await writeFile(join(scratch, 'first', 'objects', pathOf(id)), 'who')
  await backUpTo('second')
  expect(await readFile(join(scratch, 'second', 'objects', pathOf(id)), 'utf8')).toBe('whole')
})

/** Returns a storage that cannot link its files and provides copies, like a bucket or another file system. */
function unlinked(): Storage {
  return storageWith(t.deps.storage, {
    withFile: (id, use) =>
      t.deps.storage.withFile(id, async (path) => {
        const copy = join(scratch, 'data', `copy-of-${id}`)
        await writeFile(copy, await readFile(path))
        const result = await use(copy)
        await rm(copy)
        return result
      }),
  })
}

test('objects whose bytes may still be overwritten are copied and not linked', async () => {
  const id = await createObject('at home', { state: 'stored' })
  const { uploads } = await backUpTo('first')
  expect(uploads.paths).toEqual([pathOf(id)])
  await t.deps.storage.blank(id, [{ offset: 0, sizeBytes: 7 }])
  await t.change('objects', id, { state: 'published' })
  const { objects } = await backUpTo('second')
  expect(objects.paths).toEqual([pathOf(id)])
  const bytesIn = (part: string) => readFile(join(scratch, part, pathOf(id)), 'utf8')
  expect(await bytesIn('second/objects')).toBe('\0'.repeat(7))
  expect(await bytesIn('first/uploads')).toBe('at home')
})

test('an interrupted backup is resumed from its complete objects', async () => {
  const id = await createObject()
  const cut = new Error('cut off')
  const read: string[] = []
  let draft = ''
  const killed = storageThat(async () => {
    ;[draft = ''] = (await readdir(scratch)).filter((name) => name.startsWith('unfinished-'))
  })
  await backUpTo('probe', killed)
  await rm(join(scratch, 'probe'), { recursive: true })
  expect(draft).not.toBe('')
  // The state after a kill: one complete object, a part of another, and rows from an earlier time.
  const shard = join(scratch, draft, 'objects', id.slice(0, 2))
  await mkdir(shard, { recursive: true })
  await writeFile(join(shard, id), 'bytes')
  await writeFile(join(shard, `${randomUUID()}.part`), 'by')
  await mkdir(join(scratch, draft, 'database'))
  await writeFile(join(scratch, draft, 'database', 'users.copy'), 'nobody')
  const { objects } = await backUpTo(
    'backup',
    storageThat(async (each) => void read.push(each)),
  )
  expect(read).toEqual([])
  expect(objects.paths).toEqual([pathOf(id)])
  expect((await readdir(scratch)).toSorted()).toEqual(['backup', 'data'])
  // A failed backup leaves nothing.
  await createObject()
  await expect(
    backUpTo(
      'another',
      storageThat(() => Promise.reject(cut)),
    ),
  ).rejects.toBe(cut)
  expect((await readdir(scratch)).toSorted()).toEqual(['backup', 'data'])
})

test('only the newest backups of the site are kept', async () => {
  for (const name of ['b/1', 'b/2', 'b/3', 'b/other', 'b/4']) await backUpTo(name)
  const manifest = join(scratch, 'b/other/manifest.json')
  const text = await readFile(manifest, 'utf8')
  await writeFile(manifest, text.replace(/"site": "\w+"/, '"site": "of another site"'))
  await mkdir(join(scratch, 'b/.removing-0'))
  await symlink('4', join(scratch, 'b/latest'))
  expect(await pruneBackups(join(scratch, 'b/4'), 2)).toEqual(['1', '2'])
  expect((await readdir(join(scratch, 'b'))).toSorted()).toEqual(['3', '4', 'latest', 'other'])
})

test('the new backup is kept even if the clock was ahead before', async () => {
  for (const name of ['b/1', 'b/2']) await backUpTo(name)
  const manifest = join(scratch, 'b/1/manifest.json')
  const text = await readFile(manifest, 'utf8')
  await writeFile(manifest, text.replace(/"madeAt": "\d+/, '"madeAt": "2999'))
  expect(await pruneBackups(join(scratch, 'b/2'), 1)).toEqual(['1'])
  expect(await readdir(join(scratch, 'b'))).toEqual(['2'])
})

test('only one backup runs at a time', async () => {
  await createObject()
  let second: unknown
  const storage = storageThat(async () => {
    second = await backUpTo('second').catch((error: unknown) => error)
  })
  await backUpTo('first', storage)
  expect(second).toMatchObject({ message: 'Another backup of this site is in progress.' })
  expect((await readdir(scratch)).toSorted()).toEqual(['data', 'first'])
})

test('two sites whose data folders have the same path can back up to one place at once', async () => {
  const other = await appOfTest()
  const [first, last] = [await createObject('first', { shard: '00' }), await createObject('last', { shard: 'ff' })]
  const storage = storageThat(async (id) => {
    if (id === last) await backUpTo('other', other.deps.storage, other)
  })
  const { objects } = await backUpTo('backup', storage)
  expect(idsIn(objects.paths)).toEqual([first, last])
})

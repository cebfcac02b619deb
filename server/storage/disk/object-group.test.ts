import { randomUUID } from 'node:crypto'
import { mkdir, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { closeToOthers } from '../../data-dir/private-folder.ts'
import { DiskStorage } from './disk-storage.ts'
import { openToGroup } from './object-group.ts'
import { pathInFolder } from './shards.ts'
import { testFolder } from '../../test/test-folder.ts'

const BYTES = Buffer.from('0123456789')
/** Only root can choose another group. */
const group = process.getuid?.() === 0 ? 12_345 : process.getgid!()

const modeOf = async (path: string) => {
  const { mode, gid } = await stat(path)
  return [(mode & 0o777).toString(8), gid === group ? 'group' : gid]
}

test('the group can read objects and do nothing else', async () => {
  const dataDir = testFolder()
  const [objects, secret, former, made] = [
    join(dataDir, 'objects'),
    join(dataDir, 'secret'),
    randomUUID(),
    randomUUID(),
  ]
  const umask = process.umask(0o077)
  onTestFinished(() => void process.umask(umask))
  await writeFile(secret, '')
  const before = await DiskStorage.open(objects)
  await before.write(former, Readable.from([BYTES]), { maxBytes: BYTES.length })
  await before.append(made, Readable.from([BYTES]))
  await openToGroup(group, { dataDir, objects })
  const after = await DiskStorage.open(objects, { group })
  await after.complete(made)
  // The next start, which does this first, changes no mode.
  closeToOthers(dataDir, group)
  const written = [former, made].map((id) => join(objects, pathInFolder(id)))
  for (const path of [dataDir, objects, ...written.map((file) => dirname(file))])
    expect(await modeOf(path)).toEqual(['710', 'group'])
  for (const file of written) expect(await modeOf(file)).toEqual(['640', 'group'])
  for (const path of ['incoming', 'resumable']) expect((await modeOf(join(objects, path)))[0]).toBe('700')
  expect((await modeOf(secret))[0]).toBe('600')
  // A start without the setting closes them.
  closeToOthers(dataDir)
  expect([(await modeOf(dataDir))[0], (await modeOf(objects))[0]]).toEqual(['700', '700'])
})

test('a DATA_DIR whose objects are stored elsewhere remains private', async () => {
  const folder = testFolder()
  const [dataDir, objects] = [join(folder, 'data'), join(folder, 'data/objects')]
  await mkdir(dataDir, { mode: 0o700 })
  await mkdir(join(folder, 'disk'))
  await symlink(join(folder, 'disk'), objects)
  await openToGroup(group, { dataDir, objects })
  expect([(await modeOf(dataDir))[0], (await modeOf(objects))[0]]).toEqual(['700', '710'])
})

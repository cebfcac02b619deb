import { expect, test } from 'vitest'
import { type FileSystemReading, watchDisk } from './disk-space.ts'

const GB = 1024 ** 3

/** Simulates one file system per folder of `freeGB`, with that much free space and a reserve of 2 GB. */
function diskWith(freeGB: Record<string, number>, holdsObjects = true) {
  const [objects = '', ...others] = Object.keys(freeGB)
  return watchDisk([objects, ...others], () => 2 * GB, {
    readFolder: async (folder) => ({ bsize: GB, blocks: 100, bavail: freeGB[folder] ?? 0 }),
    holdsObjects,
  })
}

test('new uploads cannot use the reserve, and accepted uploads can use half of it', async () => {
  const disk = diskWith({ objects: 10 })
  expect([await disk.spareBytes(), await disk.spareBytesForPromised()]).toEqual([8 * GB, 9 * GB])
})

test('folders on one file system are reported once, under the first of them', async () => {
  expect(await diskWith({ objects: 10, database: 10 }).read()).toEqual([
    { folder: 'objects', totalBytes: 100 * GB, freeBytes: 10 * GB, reserveBytes: 2 * GB },
  ] satisfies FileSystemReading[])
})

test('uploads cannot use the database’s own file system, but stop at its reserve', async () => {
  expect(await diskWith({ objects: 50, database: 4 }).spareBytes()).toBe(48 * GB)
  const disk = diskWith({ objects: 50, database: 1.5 })
  expect([await disk.spareBytes(), await disk.spareBytesForPromised()]).toEqual([-GB / 2, 49 * GB])
})

test('with a bucket, uploads are unlimited until a local disk reaches its reserve', async () => {
  const spare = async (freeGB: Record<string, number>) => diskWith(freeGB, false).spareBytes()
  expect([await spare({ work: 3 }), await spare({ work: 2 }), await spare({ work: 10, database: 1.5 })]).toEqual([
    Infinity,
    0,
    -GB / 2,
  ])
  expect(await diskWith({ work: 3 }, false).spareBytesForPromised()).toBe(2 * GB)
})

test.each([
  [{ objects: 10 }, 'ok'],
  [{ objects: 2 }, 'low'],
  [{ objects: 10, database: 1 }, 'low'],
  [{ objects: 10, database: 0.01 }, 'full'],
] as const)('with %j free the disk is %s', async (freeGB, state) => {
  expect(await diskWith(freeGB).state()).toBe(state)
})

import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import { FileCache } from './file-cache.ts'
import { testFolder } from '../../../test/test-folder.ts'

let folder: string
let fetched: string[]
beforeEach(() => {
  folder = testFolder()
  fetched = []
})

const FILE_BYTES = 10

/** @returns The path at which the file is while `work` runs. */
function use(cache: FileCache, name: string, work = async (path: string) => path): Promise<string> {
  const fetch = async (path: string) => {
    fetched.push(name)
    await writeFile(path, name.padEnd(FILE_BYTES))
  }
  return cache.use(name, FILE_BYTES, fetch, work)
}

test('recently used files are kept, up to the capacity', async () => {
  const cache = new FileCache(folder, 2 * FILE_BYTES)
  const first = await use(cache, 'first')
  const second = await use(cache, 'second')
  expect(await use(cache, 'first')).toBe(first)
  await use(cache, 'third')
  expect([first, second].map((path) => existsSync(path))).toEqual([true, false])
  await use(cache, 'second')
  expect(fetched).toEqual(['first', 'second', 'third', 'second'])
  expect(existsSync(first)).toBe(false)
})

test('files in use stay beyond the capacity until they are released', async () => {
  const cache = new FileCache(folder, FILE_BYTES)
  const inner = await use(cache, 'outer', async (outer) => {
    const path = await use(cache, 'inner', async (each) => {
      expect(await readFile(outer, 'utf8')).toBe('outer'.padEnd(FILE_BYTES))
      return each
    })
    expect(existsSync(outer)).toBe(true)
    return path
  })
  expect(existsSync(inner)).toBe(false)
  await use(cache, 'outer')
  expect(fetched).toEqual(['outer', 'inner'])
})

test('unused files are removed before the disk is full', async () => {
  let spareBytes = Infinity
  const cache = new FileCache(folder, 100 * FILE_BYTES, async () => spareBytes)
  const first = await use(cache, 'first')
  spareBytes = FILE_BYTES - 1
  await use(cache, 'second')
  expect(existsSync(first)).toBe(false)
  spareBytes = FILE_BYTES
  await use(cache, 'second')
  expect(fetched).toEqual(['first', 'second'])
})

test('a failed fetch is tried again by the next request', async () => {
  const cache = new FileCache(folder, FILE_BYTES)
  const failing = cache.use(
    'one',
    FILE_BYTES,
    () => Promise.reject(new Error('cut off')),
    async () => {},
  )
  await expect(failing).rejects.toThrow('cut off')
  expect(await readFile(await use(cache, 'one'), 'utf8')).toBe('one'.padEnd(FILE_BYTES))
})

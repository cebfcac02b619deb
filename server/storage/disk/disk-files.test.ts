import { open, readFile, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { blankRange } from './disk-files.ts'
import { testFolder } from '../../test/test-folder.ts'

test('a range is blanked completely, even if a system call writes only a part', async () => {
  const folder = testFolder()
  const path = join(folder, 'object')
  await writeFile(path, 'A secret place, and a public one')
  await using file = await open(path, 'r+')
  const write = (bytes: Buffer, from: number, length: number, position: number) =>
    file.write(bytes, from, Math.min(3, length), position)
  const start = Buffer.from('The ').toString('hex')
  await blankRange({ write } as FileHandle, { offset: 0, sizeBytes: 14, start, fill: 46 })
  expect(await readFile(path, 'utf8')).toBe('The .........., and a public one')
})

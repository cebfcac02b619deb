import { chownSync, linkSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { takeOver } from './made-files.ts'
import { testFolder } from '../test/test-folder.ts'

let folder: string
let secret: string
beforeEach(() => {
  folder = testFolder()
  secret = join(folder, 'secret')
  writeFileSync(secret, 'private')
  mkdirSync(join(folder, 'output'))
})

test('files and folders become owned by the user of this process', async () => {
  const [output, file] = [join(folder, 'output'), join(folder, 'output', 'file')]
  writeFileSync(file, 'made')
  if (process.getuid?.() === 0) for (const path of [file, output]) chownSync(path, 60_000, 60_000)
  await takeOver(output)
  for (const path of [file, output]) expect(statSync(path).uid).toBe(process.getuid?.())
})

test.each([
  { what: 'a symbolic link', leave: symlinkSync },
  { what: 'a second name of another file', leave: linkSync },
])('$what is refused, even inside a folder', async ({ leave }) => {
  leave(secret, join(folder, 'output', 'file'))
  await expect(takeOver(join(folder, 'output', 'file'))).rejects.toThrow('no file')
  await expect(takeOver(join(folder, 'output'))).rejects.toThrow('no file')
})

import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyTree } from './copy-tree.ts'
import { testFolder } from '../../server/test/test-folder.ts'

test.each([
  [0o600, 0o644],
  [0o666, 0o644],
  [0o700, 0o755],
  [0o777, 0o755],
])('a file with the mode %o is copied with the mode %o', (mode, copied) => {
  const scratch = testFolder()
  mkdirSync(join(scratch, 'from/inner'), { recursive: true, mode: 0o700 })
  writeFileSync(join(scratch, 'from/inner/file'), 'text')
  chmodSync(join(scratch, 'from/inner/file'), mode)
  copyTree(join(scratch, 'from'), join(scratch, 'to'), { isWanted: () => true })
  expect(statSync(join(scratch, 'to/inner')).mode & 0o777).toBe(0o755)
  expect(statSync(join(scratch, 'to/inner/file')).mode & 0o777).toBe(copied)
})

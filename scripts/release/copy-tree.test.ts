import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyTree } from './copy-tree.ts'

test.each([
  [0o600, 0o644],
  [0o666, 0o644],
  [0o700, 0o755],
  [0o777, 0o755],
])('a file with the mode %o is copied with the mode %o', (mode, copied) => {
  const scratch = mkdtempSync(join(tmpdir(), 'reverie-copy-'))
  onTestFinished(() => rmSync(scratch, { recursive: true }))
  mkdirSync(join(scratch, 'from/inner'), { recursive: true, mode: 0o700 })
  writeFileSync(join(scratch, 'from/inner/file'), 'text')
  chmodSync(join(scratch, 'from/inner/file'), mode)
  copyTree(join(scratch, 'from'), join(scratch, 'to'), { isWanted: () => true })
  expect(statSync(join(scratch, 'to/inner')).mode & 0o777).toBe(0o755)
  expect(statSync(join(scratch, 'to/inner/file')).mode & 0o777).toBe(copied)
})

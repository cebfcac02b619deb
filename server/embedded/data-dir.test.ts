import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartupError } from '../startup-error.ts'
import { claimDataDir } from './data-dir.ts'

let scratch: string
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'reverie-claim-'))
})
afterEach(() => rmSync(scratch, { recursive: true, force: true }))

test('creates the folder, and nobody else can read it', async () => {
  const dataDir = join(scratch, 'a/b')
  await claimDataDir(dataDir)
  expect(statSync(dataDir).mode & 0o067).toBe(0)
})

test('a folder in use is refused, naming the process and the way out', async () => {
  const dataDir = join(scratch, 'data')
  await claimDataDir(dataDir)
  const second = claimDataDir(dataDir)
  await expect(second).rejects.toThrow(
    `Reverie is already running on ${dataDir} (process ${process.pid}). Stop it first, or set DATA_DIR to another folder.`,
  )
  await expect(second).rejects.toBeInstanceOf(StartupError)
})

test('a released folder is free, and holds nothing of the claim', async () => {
  const dataDir = join(scratch, 'data')
  const first = await claimDataDir(dataDir)
  first.release()
  first.release()
  expect(readdirSync(dataDir)).toEqual([])
  await claimDataDir(dataDir)
})

test('of many that claim at once, one wins', async () => {
  const dataDir = join(scratch, 'data')
  const claims = await Promise.allSettled(Array.from({ length: 20 }, () => claimDataDir(dataDir)))
  expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test.each([
  ['of a dead process', (claim: object) => JSON.stringify({ ...claim, pid: deadPid() })],
  ['whose pid has gone to another process', (claim: object) => JSON.stringify({ ...claim, startedAt: 'long ago' })],
  ['that came with a copy of another folder', (claim: object) => JSON.stringify({ ...claim, folder: 'another' })],
  ['that a power cut has emptied', () => ''],
])('a claim %s is taken over', async (_, change) => {
  const pidFile = join(scratch, 'reverie.pid')
  await claimDataDir(scratch)
  const claim = JSON.parse(readFileSync(pidFile, 'utf8')) as object
  writeFileSync(pidFile, change(claim))
  const { release } = await claimDataDir(scratch)
  expect(JSON.parse(readFileSync(pidFile, 'utf8'))).toEqual(claim)
  release()
  expect(readdirSync(scratch)).toEqual([])
})

test('releasing leaves a claim alone that another process has made since', async () => {
  const { release } = await claimDataDir(scratch)
  writeFileSync(join(scratch, 'reverie.pid'), 'theirs')
  release()
  expect(readFileSync(join(scratch, 'reverie.pid'), 'utf8')).toBe('theirs')
})

test('a folder that cannot be written is named, with the reason', async () => {
  await expect(claimDataDir('/dev/null/x')).rejects.toThrow(
    'DATA_DIR (/dev/null/x) cannot be written to: not a directory.',
  )
})

function deadPid(): number {
  return spawnSync('true').pid
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { StartupError } from '../errors/startup-error.ts'
import { claimDataDir } from './data-dir.ts'
import { testFolder } from '../test/test-folder.ts'

let scratch: string
beforeEach(() => {
  scratch = testFolder()
})

test('claiming a data folder creates it, readable for its owner only', async () => {
  const dataDir = join(scratch, 'a/b')
  await claimDataDir(dataDir)
  expect(statSync(dataDir).mode & 0o067).toBe(0)
})

test('the refusal of a data folder in use names the process and the remedy', async () => {
  const dataDir = join(scratch, 'data')
  await claimDataDir(dataDir)
  const second = claimDataDir(dataDir)
  await expect(second).rejects.toThrow(
    `Reverie is already running on ${dataDir} (process ${process.pid}). Stop it first, or set DATA_DIR to another folder.`,
  )
  await expect(second).rejects.toBeInstanceOf(StartupError)
})

test('a released data folder can be claimed again, without leftovers', async () => {
  const dataDir = join(scratch, 'data')
  const first = await claimDataDir(dataDir)
  first.release()
  first.release()
  expect(readdirSync(dataDir)).toEqual(['reverie.lock'])
  await claimDataDir(dataDir)
})

test('exactly one of many concurrent claims succeeds', async () => {
  const dataDir = join(scratch, 'data')
  const claims = await Promise.allSettled(Array.from({ length: 20 }, () => claimDataDir(dataDir)))
  expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a data folder has either several shared claims or one exclusive claim', async () => {
  const shared = await claimDataDir(scratch, { isShared: true })
  const other = await startOwner([], 'shared')
  await expect(claimDataDir(scratch)).rejects.toThrow(`Reverie is already running on ${scratch}.`)
  shared.release()
  await expect(claimDataDir(scratch)).rejects.toThrow('already running')
  await kill(other)
  const { release } = await claimDataDir(scratch)
  await expect(claimDataDir(scratch, { isShared: true })).rejects.toThrow(`already running on ${scratch} (process `)
  release()
})

test('the claim of a process that has ended is taken over', async () => {
  writeFileSync(join(scratch, 'reverie.pid'), String(process.ppid))
  const { release } = await claimDataDir(scratch)
  expect(readFileSync(join(scratch, 'reverie.pid'), 'utf8')).toBe(String(process.pid))
  release()
  expect(readdirSync(scratch)).toEqual(['reverie.lock'])
})

const isolations: [string, string[]][] = [
  ['another process', []],
  [
    'a process of another container, whose pids have a different meaning',
    ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'],
  ],
]
test.each(
  isolations.filter(([, [program, ...args]]) => !program || spawnSync(program, [...args, 'true']).status === 0),
)('%s holds the folder until it is killed, and no longer', async (_, isolation) => {
  const owner = await startOwner(isolation)
  await expect(claimDataDir(scratch)).rejects.toThrow(`Reverie is already running on ${scratch} (process `)
  const ended = once(owner, 'exit')
  // In a container, a child of the process that the test has started holds the folder. It ends with that process.
  const [pid = String(owner.pid)] = childrenOf(owner.pid!)
  process.kill(Number(pid), 'SIGKILL')
  await ended
  const { release } = await claimDataDir(scratch)
  release()
})

test('files that other users could read are made private', async () => {
  mkdirSync(join(scratch, 'objects'))
  writeFileSync(join(scratch, 'session-secret'), 'secret')
  for (const [name, mode] of [
    ['objects', 0o755],
    ['session-secret', 0o644],
    ['.', 0o755],
  ] as const) {
    chmodSync(join(scratch, name), mode)
  }
  await claimDataDir(scratch)
  for (const name of ['objects', 'session-secret', 'reverie.lock', '.']) {
    expect([name, statSync(join(scratch, name)).mode & 0o077]).toEqual([name, 0])
  }
})

test('the pages keep the permissions that the operator set', async () => {
  mkdirSync(join(scratch, 'pages'))
  chmodSync(join(scratch, 'pages'), 0o755)
  await claimDataDir(scratch)
  expect(statSync(join(scratch, 'pages')).mode & 0o777).toBe(0o755)
})

test('a folder that contains unrelated files is refused, and its permissions are unchanged', async () => {
  chmodSync(scratch, 0o755)
  writeFileSync(join(scratch, 'letter.txt'), 'theirs')
  await expect(claimDataDir(scratch)).rejects.toThrow(
    `DATA_DIR (${scratch}) contains other files that other users of this machine can read. Set DATA_DIR to a folder of its own.`,
  )
  expect(statSync(scratch).mode & 0o777).toBe(0o755)
  expect(readdirSync(scratch)).toEqual(['letter.txt'])
})

test('releasing a claim does not affect a newer claim of another process', async () => {
  const { release } = await claimDataDir(scratch)
  writeFileSync(join(scratch, 'reverie.pid'), 'theirs')
  release()
  expect(readFileSync(join(scratch, 'reverie.pid'), 'utf8')).toBe('theirs')
})

test.each([
  ['/dev/null/x', 'not a directory'],
  ['/proc/reverie/data', 'no such file or directory'],
])('the folder %s, which cannot be written, is refused with the reason', async (dataDir, reason) => {
  // In a process of its own, because a call that never returns would stop the tests.
  const program = join(import.meta.dirname, 'claim.fixture.ts')
  const { stderr } = spawnSync(process.execPath, [program, dataDir], { encoding: 'utf8', timeout: 60_000 })
  expect(stderr).toContain(`DATA_DIR (${dataDir}) cannot be written to: ${reason}.`)
})

async function kill(owner: ChildProcess): Promise<void> {
  const ended = once(owner, 'exit')
  owner.kill('SIGKILL')
  await ended
}

async function startOwner(isolation: string[], ...how: 'shared'[]): Promise<ChildProcess> {
  const program = join(import.meta.dirname, 'claim.fixture.ts')
  const [command = '', ...args] = [...isolation, process.execPath, program, scratch, ...how]
  const owner = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void owner.kill('SIGKILL'))
  await once(createInterface(owner.stdout), 'line')
  return owner
}

function childrenOf(pid: number): string[] {
  return spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .stdout.split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent]) => parent === String(pid))
    .map(([child]) => child!)
}

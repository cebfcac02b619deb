import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isRoot } from '../data-dir/account.ts'
import {
  copyWithOwners,
  dataDir,
  logged,
  postmasterPid,
  prepareDataFolders,
  query,
  readIfThere,
  scratch,
  start,
  startOwner,
} from './data-folder.fixture.ts'
import { systemFolder } from './home.ts'
import { startThrowawayPostgres } from './postgres.ts'
import { isAlive } from '../data-dir/processes.ts'

prepareDataFolders()

test.runIf(process.platform === 'linux')(
  'a PostgreSQL that nothing ended any more is ended by the next start',
  async () => {
    const { owner, url } = await startOwner()
    await query(url, 'create table kept as select 42 as answer')
    const orphan = postmasterPid()
    killGuardianOf(orphan)
    owner.kill('SIGKILL')
    await once(owner, 'exit')
    expect(isAlive({ pid: orphan })).toBe(true)

    const next = await start()
    expect(isAlive({ pid: orphan })).toBe(false)
    expect(await query(next.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  },
)

test('a lock file whose pid has gone to another process does not block the start', async () => {
  writeFileSync(join(dataDir, 'postgres/postmaster.pid'), `${process.pid}\n${dataDir}/postgres\n`)
  expect(await query((await start()).url, 'select 1 as alive')).toEqual([{ alive: 1 }])
})

test('a copied folder does not touch the PostgreSQL of the original', async () => {
  const original = await start()
  await query(original.url, 'create table kept as select 42 as answer')
  copyWithOwners(dataDir, `${dataDir}-2`)
  const copy = await start(`${dataDir}-2`)
  await query(copy.url, 'drop table kept')
  expect(await query(original.url, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('a database of another major version is left alone, and named', async () => {
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n')
  await expect(start()).rejects.toThrow('was made by PostgreSQL 17')
})

test('failing to start shows what PostgreSQL said', async () => {
  rmSync(join(dataDir, 'postgres/global/pg_control'))
  await expect(start()).rejects.toThrow(/PostgreSQL did not start:[^]*could not find the database system/)
})

test('a throwaway one whose owner was killed is removed by the next', async () => {
  const folder = join(tmpdir(), `reverie-throwaway-${randomUUID()}`)
  mkdirSync(folder)
  writeFileSync(join(folder, 'owner'), JSON.stringify({ pid: process.pid, startedAt: 'long ago' }))
  const { stop } = await startThrowawayPostgres()
  expect(existsSync(folder)).toBe(false)
  await stop()
})

test.runIf(isRoot())('where only root can enter, the database lives elsewhere, and says so', async () => {
  rmSync(dataDir, { recursive: true })
  chmodSync(scratch, 0o700)
  const first = await start()
  expect(logged.join()).toMatch(`others cannot enter ${dataDir}: its database lives in ${systemFolder}/`)
  await query(first.url, 'create table kept as select 42 as answer')
  await first.stop()

  renameSync(dataDir, `${dataDir}-2`)
  const moved = await start(`${dataDir}-2`)
  expect(await query(moved.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  await moved.stop()

  cpSync(`${dataDir}-2`, dataDir, { recursive: true })
  await expect(start()).rejects.toThrow(`DATA_DIR (${dataDir}) is a copy of ${dataDir}-2`)
})

test.runIf(isRoot())('a folder that only root can enter any more keeps its rows', async () => {
  const first = await start()
  await query(first.url, 'create table kept as select 42 as answer')
  await first.stop()
  chmodSync(scratch, 0o700)
  const second = await start()
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test.runIf(isRoot() && process.platform === 'linux')(
  'root gives it a user of its own, and takes over what an earlier version ran as nobody',
  async () => {
    const cluster = join(dataDir, 'postgres')
    // Where a start was interrupted, too: the folder itself is the last to change hands.
    execFileSync('chown', ['-R', '65534:65534', cluster])
    symlinkSync(join(scratch, 'elsewhere'), join(cluster, 'link'))
    writeFileSync(join(scratch, 'elsewhere'), '')
    const { url } = await start()
    expect(await query(url, 'select 1 as alive')).toEqual([{ alive: 1 }])
    const { uid, gid } = statSync(cluster)
    expect([0, 65_534]).not.toContain(uid)
    const ofOthers = readdirSync(cluster, { recursive: true }).filter((name) => {
      const found = lstatSync(join(cluster, String(name)), { throwIfNoEntry: false })
      return found && (found.uid !== uid || found.gid !== gid)
    })
    expect(ofOthers).toEqual([])
    expect(statSync(join(scratch, 'elsewhere')).uid).toBe(0)
    expect(statSync(`/proc/${postmasterPid()}`).uid).toBe(uid)
    const outsider = { uid: 65_534, gid: 65_534 }
    expect(spawnSync('cat', [join(cluster, 'PG_VERSION')], outsider).status).not.toBe(0)
  },
)

/** The shell that would end PostgreSQL; it is in the session that PostgreSQL leads. */
function killGuardianOf(postmaster: number): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = readIfThere(`/proc/${pid}/stat`)
    const session = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[3]
    if (session === String(postmaster) && stat?.includes('(sh)')) process.kill(Number(pid), 'SIGKILL')
  }
}

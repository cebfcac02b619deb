import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { isRoot } from './account.ts'
import { claimDataDir } from './data-dir.ts'
import { systemFolder } from './home.ts'
import { isAlive } from './processes.ts'
import { startEmbeddedPostgres, startThrowawayPostgres } from './postgres.ts'

/** A data folder after its first start; each test has a copy, because making one takes a while. */
const prepared = makeScratch()
let scratch: string
let dataDir: string
const logged: string[] = []

beforeAll(async () => {
  const dataDirOfAll = join(prepared, 'data')
  const { release } = await claimDataDir(dataDirOfAll)
  const { stop } = await startEmbeddedPostgres({ dataDir: dataDirOfAll, log: () => {} })
  await stop()
  release()
})
afterAll(() => rmSync(prepared, { recursive: true }))

beforeEach(() => {
  logged.length = 0
  scratch = makeScratch()
  dataDir = join(scratch, 'data')
  copyWithOwners(join(prepared, 'data'), dataDir)
})

afterEach(() => {
  removeSystemHome(dataDir)
  removeSystemHome(`${dataDir}-2`)
  rmSync(scratch, { recursive: true, force: true })
})

test('a fresh start serves an empty UTF-8 database to the password, and to nobody without it', async () => {
  rmSync(dataDir, { recursive: true })
  const { url } = await start()
  expect(await query(url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
  expect(await query(url, `select count(*)::int as tables from pg_tables where schemaname = 'public'`)).toEqual([
    { tables: 0 },
  ])
  const stranger = new URL(url)
  stranger.password = 'guess'
  await expect(query(stranger.href, 'select 1')).rejects.toThrow('password authentication failed')
  expect(logged).toEqual([])
})

test('the role of the product owns its database and cannot reach the machine', async () => {
  const { url } = await start()
  await query(url, 'create schema of_its_own')
  await expect(query(url, `copy (select 1) to program 'true'`)).rejects.toThrow('permission denied')
})

test('a second start keeps the rows', async () => {
  const first = await start()
  await query(first.url, 'create table kept as select 42 as answer')
  await first.stop()
  const second = await start()
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('stopping twice, or just when PostgreSQL has died, is fine', async () => {
  const postgres = await start()
  process.kill(postmasterPid(), 'SIGKILL')
  await postgres.stop()
  await expect(postgres.stop()).resolves.toBeUndefined()
  await expect(query(postgres.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
})

test('a PostgreSQL that is killed is back at the same address within ten seconds, and so is every acknowledged row', async () => {
  const { url } = await start()
  await query(url, 'create table kept (n int)')
  for (let round = 1; round <= 2; round++) {
    await query(url, `insert into kept values (${round})`)
    process.kill(postmasterPid(), 'SIGKILL')
    await expect.poll(() => query(url, 'select count(*)::int as n from kept').catch(() => [])).toEqual([{ n: round }])
  }
  expect(logged).toEqual(Array(2).fill('PostgreSQL has ended by itself. Starting it again.'))
})

test('a deleted password is replaced', async () => {
  const first = await start()
  await query(first.url, 'create table kept as select 42 as answer')
  await first.stop()
  rmSync(join(dataDir, 'postgres-password'))
  const second = await start()
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test("the roles have a password each, and an earlier version's shared one is replaced", async () => {
  const [app, superuser] = readPasswords()
  expect(app).not.toBe(superuser)
  writeFileSync(join(dataDir, 'postgres-password'), `${app}\n`)
  const { url } = await start()
  const [newApp, newSuperuser] = readPasswords()
  const asSuperuser = new URL(url)
  asSuperuser.username = 'postgres'
  for (const password of [app, superuser, newApp]) {
    asSuperuser.password = password!
    await expect(query(asSuperuser.href, 'select 1')).rejects.toThrow('password authentication failed')
  }
  asSuperuser.password = newSuperuser!
  expect(await query(asSuperuser.href, 'show is_superuser')).toEqual([{ is_superuser: 'on' }])
})

test('whatever a cluster says, nobody comes in without a password', async () => {
  writeFileSync(join(dataDir, 'postgres/pg_hba.conf'), 'host all all all trust\n')
  writeFileSync(join(dataDir, 'postgres/postgresql.auto.conf'), `hba_file = '${dataDir}/postgres/pg_hba.conf'\n`)
  const stranger = new URL((await start()).url)
  for (const role of ['postgres', 'reverie']) {
    stranger.username = role
    stranger.password = 'guess'
    await expect(query(stranger.href, 'select 1')).rejects.toThrow('password authentication failed')
  }
})

test('its log has no row, not even when a crash shows what was running', async () => {
  const { url } = await start()
  await query(url, 'create table people (email text unique)')
  const insert = `insert into people values ('private@example.org')`
  await query(url, insert)
  await expect(query(url, insert)).rejects.toThrow('duplicate key')
  await expect(query(url, `${insert}; select pg_sleep(60), pg_backend_pid()`)).rejects.toThrow('duplicate key')
  const crashed = query(url, `select pg_sleep(60), 'private@example.org' as email`).then(
    () => false,
    () => true,
  )
  const findPid = () => query(url, `select pid from pg_stat_activity where query like 'select pg_sleep(60), %'`)
  await expect.poll(findPid).toHaveLength(1)
  process.kill(Number((await findPid())[0]?.pid), 'SIGKILL')
  expect(await crashed).toBe(true)
  await expect.poll(() => readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain('was terminated by signal 9')
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('private@example.org')
  // Until it has recovered, it would take its time to stop.
  await expect.poll(() => query(url, 'select 1 as alive').catch(() => [])).toEqual([{ alive: 1 }])
})

test('kill -9 of the owner ends PostgreSQL, and every acknowledged row survives', async () => {
  const { owner, url } = await startOwner()
  await query(url, 'create table kept (n int)')
  for (let n = 0; n < 20; n++) await query(url, `insert into kept values (${n})`)
  const pid = postmasterPid()
  owner.kill('SIGKILL')
  await expect.poll(() => isAlive({ pid })).toBe(false)
  expect(await query((await start()).url, 'select count(*)::int as n from kept')).toEqual([{ n: 20 }])
})

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

test('the throwaway one lets tests create databases, and leaves nothing behind', async () => {
  const postgres = await startThrowawayPostgres()
  const [row] = await query(postgres.url, `select current_setting('data_directory') as folder`)
  await query(postgres.url, 'create database another')
  expect(existsSync(String(row?.folder))).toBe(true)
  await postgres.stop()
  expect(existsSync(String(row?.folder))).toBe(false)
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

test.runIf(process.platform === 'linux')('no process shows a password in its command or environment', async () => {
  await start()
  const passwords = readPasswords()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    for (const file of ['cmdline', 'environ']) {
      const text = readIfThere(`/proc/${pid}/${file}`) ?? ''
      expect(passwords.some((password) => text.includes(password))).toBe(false)
    }
  }
})

function readPasswords(): string[] {
  return readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim().split('\n')
}

function makeScratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reverie-embedded-'))
  chmodSync(folder, 0o711) // As root, PostgreSQL must get through.
  return folder
}

function copyWithOwners(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to])
}

async function start(folder = dataDir) {
  const { release } = await claimDataDir(folder)
  onTestFinished(release)
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: (line) => logged.push(line) })
  const stop = async () => {
    await postgres.stop()
    release()
  }
  onTestFinished(stop)
  return { ...postgres, stop }
}

async function startOwner(): Promise<{ owner: ChildProcess; url: string }> {
  const owner = spawn(process.execPath, [join(import.meta.dirname, 'owner.fixture.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void owner.kill('SIGKILL'))
  const [url] = (await once(createInterface(owner.stdout), 'line')) as [string]
  return { owner, url }
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  // Killing PostgreSQL under a connection is what some of these tests are about.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

function postmasterPid(): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
}

/** The shell that would end PostgreSQL; it is in the session that PostgreSQL leads. */
function killGuardianOf(postmaster: number): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = readIfThere(`/proc/${pid}/stat`)
    const session = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[3]
    if (session === String(postmaster) && stat?.includes('(sh)')) process.kill(Number(pid), 'SIGKILL')
  }
}

/** What root's start may have made outside of the scratch folder. */
function removeSystemHome(folder: string): void {
  const id = readIfThere(join(folder, 'postgres-id'))?.trim()
  if (id) rmSync(join(systemFolder, id), { recursive: true, force: true })
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

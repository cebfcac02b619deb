import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { isRoot } from '../data-dir/account.ts'
import {
  dataDir,
  logged,
  postmasterPid,
  prepareDataFolders,
  query,
  readIfThere,
  readPasswords,
  scratch,
  start,
} from './data-folder.fixture.ts'
import { startThrowawayPostgres } from '../test/servers/throwaway-postgres.ts'

prepareDataFolders()

test('stopping PostgreSQL twice, or just after it has crashed, works', async () => {
  const postgres = await start()
  process.kill(postmasterPid(), 'SIGKILL')
  await postgres.stop()
  await expect(postgres.stop()).resolves.toBeUndefined()
  await expect(query(postgres.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
})

test('a killed PostgreSQL is restarted and has every acknowledged row', async () => {
  const { url } = await start()
  await query(url, 'create table kept (n int)')
  for (let round = 1; round <= 2; round++) {
    await query(url, `insert into kept values (${round})`)
    process.kill(postmasterPid(), 'SIGKILL')
    await expect.poll(() => query(url, 'select count(*)::int as n from kept').catch(() => [])).toEqual([{ n: round }])
  }
  expect(logged).toEqual(Array(2).fill('PostgreSQL stopped unexpectedly. Restarting it.'))
})

test('stopping PostgreSQL while it is restarted after a crash works', async () => {
  const postgres = await start()
  process.kill(postmasterPid(), 'SIGKILL')
  await expect.poll(() => logged, { interval: 1 }).toEqual(['PostgreSQL stopped unexpectedly. Restarting it.'])
  await postgres.stop()
  await expect(query(postgres.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
})

test('a deleted password file is replaced at the next start', async () => {
  const first = await start()
  await query(first.url, 'create table kept as select 42 as answer')
  await first.stop()
  rmSync(join(dataDir, 'postgres-password'))
  const second = await start()
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('the password file of another database is refused, with instructions', async () => {
  await (await start()).stop()
  const file = join(dataDir, 'postgres-password')
  writeFileSync(file, readPasswords().toReversed().join('\n'))
  await expect(start()).rejects.toThrow(`${file} has other passwords than this database. Delete that file`)
})

test('each role has its own password, even after an update', async () => {
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

test('connections without the right password are refused regardless of the cluster’s settings', async () => {
  writeFileSync(join(dataDir, 'postgres/pg_hba.conf'), 'host all all all trust\n')
  writeFileSync(join(dataDir, 'postgres/postgresql.auto.conf'), `hba_file = '${dataDir}/postgres/pg_hba.conf'\n`)
  const stranger = new URL((await start()).url)
  for (const role of ['postgres', 'reverie']) {
    stranger.username = role
    stranger.password = 'guess'
    await expect(query(stranger.href, 'select 1')).rejects.toThrow('password authentication failed')
  }
})

test('the log contains no data of rows, even if PostgreSQL crashes', async () => {
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
  // Stopping PostgreSQL during its recovery would take a long time.
  await expect.poll(() => query(url, 'select 1 as alive').catch(() => [])).toEqual([{ alive: 1 }])
})

test('a temporary server lets tests create databases and leaves nothing behind', async () => {
  const postgres = await startThrowawayPostgres()
  const [row] = await query(postgres.url, `select current_setting('data_directory') as folder`)
  await query(postgres.url, 'create database another')
  expect(existsSync(String(row?.folder))).toBe(true)
  await postgres.stop()
  expect(existsSync(String(row?.folder))).toBe(false)
})

test.runIf(process.platform === 'linux')('no process shows a password in its command or environment', async () => {
  await start()
  const passwords = readPasswords()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    for (const file of ['cmdline', 'environ']) {
      const content = readIfThere(`/proc/${pid}/${file}`) ?? ''
      expect(passwords.some((password) => content.includes(password))).toBe(false)
    }
  }
})

test.runIf(isRoot())('a user whom /etc/passwd does not name, as in containers, reads what to change', async () => {
  const folder = join(scratch, 'nameless')
  mkdirSync(folder)
  const program = join(import.meta.dirname, 'nameless.fixture.ts')
  const maker = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'ignore', 'pipe'] })
  expect(await text(maker.stderr)).toContain('Reverie runs as user 54321, which has no name in /etc/passwd.')
})

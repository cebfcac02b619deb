import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { dataDir, logged, postmasterPid, prepareDataFolders, query, start } from './data-folder.fixture.ts'
import { isAlive } from '../data-dir/processes.ts'
import { startFixture } from '../test/start-fixture.ts'

prepareDataFolders()

test('a fresh start serves an empty UTF-8 database, whose owner needs the password and cannot access the machine', async () => {
  rmSync(dataDir, { recursive: true })
  const { url } = await start()
  expect(await query(url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
  expect(await query(url, `select count(*)::int as tables from pg_tables where schemaname = 'public'`)).toEqual([
    { tables: 0 },
  ])
  const stranger = new URL(url)
  stranger.password = 'guess'
  await expect(query(stranger.href, 'select 1')).rejects.toThrow('password authentication failed')
  await query(url, 'create schema of_its_own')
  await expect(query(url, `copy (select 1) to program 'true'`)).rejects.toThrow('permission denied')
  expect(logged).toEqual([])
})

test('PostgreSQL ends with its process, and every acknowledged row survives kill -9', async () => {
  const { line: url, kill } = await startFixture(import.meta.dirname, 'owner.fixture.ts', dataDir)
  await query(url, 'create table kept (n int)')
  for (let n = 0; n < 20; n++) await query(url, `insert into kept values (${n})`)
  const pid = postmasterPid()
  await kill()
  await expect.poll(() => isAlive(pid)).toBe(false)
  expect(await query((await start()).url, 'select count(*)::int as n from kept')).toEqual([{ n: 20 }])
})

test('a start removes the database that an earlier one could not complete', async () => {
  const draft = join(dataDir, 'postgres.new-1')
  mkdirSync(join(draft, 'postgres'), { recursive: true })
  await start()
  expect(existsSync(draft)).toBe(false)
})

test('a clock that is set during the start does not interrupt it', async () => {
  let now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now += 24 * 60 * 60_000))
  onTestFinished(() => clock.mockRestore())
  expect(await query((await start()).url, 'select 1 as answer')).toEqual([{ answer: 1 }])
})

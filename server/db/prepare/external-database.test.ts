import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { linkToDatabase } from '../../test/servers/database-link.ts'
import { testApp } from '../../test/test-app.ts'
import type { Db } from '../connect.ts'
import { connectPatiently } from '../../test/connect-patiently.ts'
import { checkExternalDatabase } from './external-database.ts'

const t = testApp()

const POOL = 8
const NEEDED = POOL + 7

/** @param parameters Query parameters to append to the address, such as `?options=…`. */
function open(url = t.databaseUrl, parameters: Record<string, string> = {}): Db {
  const full = new URL(url)
  for (const [name, value] of Object.entries(parameters)) full.searchParams.set(name, value)
  const db = connectPatiently(full.href, { poolSize: 1 })
  onTestFinished(() => db.destroy())
  return db
}

async function check(db: Db, more: { directUrl?: string; now?: () => number; poolSize?: number } = {}) {
  const warnings: string[] = []
  await checkExternalDatabase(db, { poolSize: POOL, warn: (line) => warnings.push(line), ...more })
  return warnings
}

/** Creates a role that is not a superuser. @returns The database's address for it. */
async function addRole(connections: number): Promise<string> {
  const url = new URL(t.databaseUrl)
  url.username = `role_${randomBytes(8).toString('hex')}`
  url.password = 'a password'
  await sql`create role ${sql.id(url.username)} login password 'a password'
    connection limit ${sql.lit(connections)}`.execute(t.db)
  onTestFinished(async () => void (await sql`drop role ${sql.id(url.username)}`.execute(t.db)))
  return url.href
}

test('a suitable database produces no message', async () => {
  expect(await check(open(await addRole(100)), { directUrl: t.databaseUrl })).toEqual([])
})

test('a database that drops or changes our settings is refused, with instructions', async () => {
  const elsewhere = { options: '-c timezone=Europe/Berlin -c statement_timeout=30000' }
  await expect(check(open(t.databaseUrl, elsewhere))).rejects.toThrow(/TimeZone is Europe\/Berlin instead of UTC/)
  const endless = { options: '-c timezone=UTC' }
  await expect(check(open(t.databaseUrl, endless))).rejects.toThrow(
    /statement_timeout 0 instead of 30s.*ALTER ROLE "postgres" SET statement_timeout/,
  )
})

test('too few allowed connections are refused, and too few free ones are reported', async () => {
  await expect(check(open(), { poolSize: 200 })).rejects.toThrow(
    /^The server of DATABASE_URL allows 197 connections, and each process of Reverie may need 207 /,
  )
  const few = open(await addRole(NEEDED - 1))
  await expect(check(few)).rejects.toThrow(`The role of DATABASE_URL allows ${NEEDED - 1} connections`)
  const url = await addRole(NEEDED)
  const others = Array.from({ length: 2 }, () => open(url))
  for (const other of others) await sql`select 1`.execute(other)
  expect(await check(open(url))).toEqual([
    expect.stringMatching(new RegExp(`^The role of DATABASE_URL allows ${NEEDED} connections, \\d are taken`)),
  ])
})

test('a database whose clock differs by more than a second is reported', async () => {
  const later = () => Date.now() + 61_000
  expect(await check(open(), { now: later })).toEqual([
    expect.stringMatching(/^The clock of DATABASE_URL is 6\d\.\d seconds behind this machine's/),
  ])
  const earlier = () => Date.now() - 61_000
  expect(await check(open(), { now: earlier })).toEqual([expect.stringMatching(/ahead of this machine's/)])
})

test('a direct address must lead to the same database', async () => {
  await expect(check(open(), { directUrl: inject('postgresUrl') })).rejects.toThrow(
    'DATABASE_DIRECT_URL leads to a different database than DATABASE_URL.',
  )
  const nowhere = new URL(t.databaseUrl)
  nowhere.port = '1'
  await expect(check(open(), { directUrl: nowhere.href })).rejects.toThrow(
    /^The database of DATABASE_DIRECT_URL cannot be used: connect ECONNREFUSED/,
  )
  const link = await linkToDatabase(t.databaseUrl)
  onTestFinished(() => link.close())
  const secretless = new URL(link.url)
  secretless.password = ''
  await expect(check(open(), { directUrl: secretless.href })).rejects.toThrow(
    'cannot be used: its server asks for a password, and the address has none. Please check its address',
  )
  await expect.poll(link.isUsed, { timeout: 30_000 }).toBe(false)
})

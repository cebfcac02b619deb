import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { connect } from './connect.ts'
import { migrateToLatest } from './migrate.ts'

test('a migration may take as long as it takes; other statements may not', async () => {
  const db = connect(await createDatabase())
  onTestFinished(() => db.destroy())
  await sql`create table migrations (
    name text primary key,
    ran_at timestamptz not null default now(),
    ran_under text default current_setting('statement_timeout')
  )`.execute(db)
  const ran = await migrateToLatest(db)
  const { rows } = await sql<{ ranUnder: string }>`select ran_under from migrations`.execute(db)
  expect(rows).toEqual(ran.map(() => ({ ranUnder: '0' })))
  expect((await sql`show statement_timeout`.execute(db)).rows).toEqual([{ statementTimeout: '30s' }])
})

async function createDatabase(): Promise<string> {
  const url = new URL(inject('postgresUrl'))
  const admin = connect(url.href)
  const name = `migrated_${randomBytes(8).toString('hex')}`
  await sql`create database ${sql.id(name)}`.execute(admin)
  onTestFinished(async () => {
    await sql`drop database ${sql.id(name)} with (force)`.execute(admin)
    await admin.destroy()
  })
  url.pathname = name
  return url.href
}

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import type { Db } from '../../../db/connect.ts'
import { connectPatiently } from '../../../test/connect-patiently.ts'
import { listMigratedTables } from '../../../db/prepare/migrate.ts'
import { createLogger } from '../../../setup/logger.ts'
import { databaseAt } from '../../../test/database/database-at.ts'
import { executeOnce } from '../../../test/database/execute-once.ts'
import { publish, appOfTest } from '../../../test/test-app.ts'
import { findDifferences } from '../doctor/find-differences.ts'
import { moveDatabase } from './move.ts'

const quiet = createLogger({ level: 'silent' })

/**
 * Moves a site with data of every kind to a new database and compares both.
 *
 * @param serverUrl URL with a user who may create databases.
 */
export async function expectMoved(serverUrl: string): Promise<void> {
  const t = await appOfTest()
  const [ada, ben] = [await t.signUp(), await t.signUp()]
  const clip = await publish(ada.caller, 'plain-h264.mp4', { title: 'Łódź — “two\nlines” \\N', tags: 'sea, sky' })
  await ben.caller.post(`/api/videos/${clip.id}/like`)
  await ben.caller.post(`/api/videos/${clip.id}/comments`, { text: 'tab\there' })
  await ben.caller.post(`/api/users/${ada.user.id}/follow`)
  await ben.caller.post(`/api/videos/${clip.id}/view`, { visitId: 'visit' })

  const name = `moved_${randomBytes(8).toString('hex')}`
  await executeOnce(serverUrl, `create database ${name}`)
  onTestFinished(() => executeOnce(serverUrl, `drop database ${name} with (force)`))
  const to = databaseAt(serverUrl, name)
  const counts = await moveDatabase(t.databaseUrl, to, quiet)

  await using db = connectPatiently(to)
  const [before, after] = [await countRows(t.db), await countRows(db)]
  expect(after).toEqual(before)
  expect(after).toMatchObject({ users: 2, videos: 1, likes: 1, comments: 1, follows: 1 })
  for (const [table, count] of counts) expect([table, count]).toEqual([table, after[table]])
  expect(await findDifferences({ db, storage: t.deps.storage })).toEqual([])
  const { rows } = await sql<{ name: string }>`select name from pgboss.job`.execute(db)
  expect(rows).toContainEqual({ name: 'render-poster' })
  expect(await sequencesOf(db)).toEqual(await sequencesOf(t.db))
  // Triggers work again.
  await db.updateTable('users').set({ displayName: 'Ada of the Sea' }).where('id', '=', ada.user.id).execute()
  const found = await db.selectFrom('creatorNames').select('names').where('userId', '=', ada.user.id).execute()
  expect(found[0]?.names).toContain('ada of the sea')
  await expect(moveDatabase(t.databaseUrl, to, quiet)).rejects.toThrow(/is not empty/)
}

async function sequencesOf(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select sequencename, last_value from pg_sequences where schemaname = current_schema() order by 1`.execute(db)
  return rows
}

/** Counts the rows of each table. Unlogged tables are left out, because they are not moved. */
async function countRows(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relpersistence = 'p'
      and relname = any(${[...(await listMigratedTables())]})`.execute(db)
  const counts: Record<string, number> = {}
  for (const { name } of rows) {
    const counted = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(name)}`.execute(db)
    counts[name] = counted.rows[0]!.count
  }
  return counts
}

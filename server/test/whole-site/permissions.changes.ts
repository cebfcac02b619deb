import { sql } from 'kysely'
import type { TestApp } from '../test-app.ts'

const tables = [
  'users',
  'objects',
  'videos',
  'follows',
  'relations',
  'likes',
  'reports',
  'comments',
  'comment_likes',
  'notifications',
  'counted_visits',
  'kept_bytes',
  'cases',
  'decisions',
  'public_log',
  'staff_log',
  'site_settings',
  'erased_files',
  'notices',
  'tokens',
  'join_requests',
  'recovery_codes',
  'voided_recovery_codes',
  'passkeys',
  'account_events',
  'feed_visits',
]

/** Makes PostgreSQL number each row of these tables that a committed transaction inserts, updates or deletes. */
export async function watchRows(t: TestApp): Promise<void> {
  await sql`create table changes (number bigint generated always as identity primary key)`.execute(t.db)
  await sql`
    create function note_change() returns trigger language plpgsql as $$
    begin insert into changes default values; return null; end $$`.execute(t.db)
  for (const name of tables) {
    await sql`
      create trigger note_change after insert or update or delete on ${sql.table(name)}
      for each row execute function note_change()`.execute(t.db)
  }
}

/** Returns the number of the last change. */
export async function lastChange(t: TestApp): Promise<number | null> {
  const { rows: found } = await sql<{ last: number | null }>`select max(number) as last from changes`.execute(t.db)
  return found[0]!.last
}

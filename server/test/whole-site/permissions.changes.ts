import { sql } from 'kysely'
import type { TestApp } from '../test-app.ts'

/**
 * Makes PostgreSQL number each row that a committed transaction inserts, updates or deletes. Sessions are left out: the
 * server notes their last use a while after a request.
 */
export async function watchRows(t: TestApp): Promise<void> {
  await sql`create table changes (number bigint generated always as identity primary key)`.execute(t.db)
  await sql`
    create function note_change() returns trigger language plpgsql as $$
    begin insert into changes default values; return null; end $$`.execute(t.db)
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not in ('changes', 'sessions')`.execute(t.db)
  for (const { name } of tables) {
    await sql`
      create trigger note_change after insert or update or delete on ${sql.table(name)}
      for each row execute function note_change()`.execute(t.db)
  }
}

export async function lastChange(t: TestApp): Promise<number | null> {
  const { rows: found } = await sql<{ last: number | null }>`select max(number) as last from changes`.execute(t.db)
  return found[0]!.last
}

import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { testApp } from '../../../test/test-app.ts'
import { rankOf } from './rank.ts'

const t = testApp()

test('the rank of a creator beyond the first milestones is exact', async () => {
  // There are so many ties that each milestone lies among creators with equal views.
  await sql`insert into users (user_number, email, password_hash, username, total_views)
    select n, 'p' || n || '@example.org', '-', 'p' || n, (n * 7919) % 50 from generate_series(1, 3500) n`.execute(t.db)
  const expected = await sql<{ username: string; totalViews: number; userNumber: number; rank: number }>`
    select username, total_views, user_number, row_number() over (order by total_views desc, user_number) as rank
    from users`.execute(t.db)
  for (const { rank, ...user } of expected.rows.filter((_, i) => i % 97 === 0 || i % 1000 > 997 || i % 1000 < 3)) {
    expect(await rankOf(t.db, user)).toBe(rank)
  }
  expect(await rankOf(t.db, { username: null, totalViews: 0, userNumber: 1 })).toBeNull()
})

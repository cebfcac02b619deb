import { rm, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { markDeleted } from './objects/objects.queries.ts'
import { sweep } from './sweep.ts'
import { upload, testApp } from './test/test-app.ts'

const t = testApp()

async function left(): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*)::int from objects) as objects,
      (select count(*)::int from sessions where expire < now()) as sessions,
      (select count(*)::int from rate_limits) as limits,
      (select count(*)::int from view_visits) + (select count(*)::int from counted_visits) as visits,
      (select count(*)::int from notifications) as notifications,
      (select count(*)::int from view_addresses) as addresses`.execute(t.db)
  return rows[0]!
}

test('a part of the sweep that fails does not stop the other parts', async () => {
  const { user, caller } = await t.signUp()
  const key = (await upload(caller, Buffer.from('x'))).split('/').at(-1)!
  await markDeleted(t.db, [key])
  await t.change('sessions', { userId: user.id }, { expire: '2020-01-01T00:00:00Z' })
  await sql`insert into rate_limits values ('old', 1, 1)`.execute(t.db)
  await sql`insert into view_visits values ('\\x01', '2020-01-01')`.execute(t.db)
  const other = await t.signUp()
  await sql`
    insert into notifications (user_id, actor_id, type, created_at)
    values (${user.id}, ${other.user.id}, 'follow', now() - interval '91 days')`.execute(t.db)
  await sql`insert into counted_visits values ('\\x01', (extract(epoch from now() + interval '36 hours')::bigint / 86400) % 3)`.execute(
    t.db,
  )
  await sql`insert into view_addresses values ('\\x01', 1, '2020-01-01')`.execute(t.db)
  expect(await left()).toEqual({ objects: 1, sessions: 1, limits: 1, visits: 2, notifications: 1, addresses: 1 })

  // A folder in the file's place, which cannot be deleted as a file.
  const file = join(t.storageFolder, key.slice(0, 2), key)
  await rm(file)
  await mkdir(file)
  await expect(sweep(t.deps)).rejects.toThrow('Some clean-up tasks failed')
  expect(await left()).toEqual({ objects: 1, sessions: 0, limits: 0, visits: 0, notifications: 0, addresses: 0 })
  await rm(file, { recursive: true })
  await sweep(t.deps)
  expect(await left()).toMatchObject({ objects: 0 })
})

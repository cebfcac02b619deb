import { CompiledQuery } from 'kysely'
import { expect, inject, test, vi } from 'vitest'

test('statements are prepared once, and so many at most: whatever forms come, a connection does not grow', async () => {
  // The names are the process's: other tests have used some.
  vi.resetModules()
  const { connect } = await import('./connect.ts')
  const db = connect(inject('postgresUrl'), { poolSize: 1 })
  const run = async (sql: string, parameters: unknown[] = []) =>
    (await db.executeQuery<{ n: number }>(CompiledQuery.raw(sql, parameters))).rows[0]?.n
  for (let n = 0; n < 1_100; n++) expect(await run(`select $1::int + ${n} as n`, [1])).toBe(n + 1)
  expect(await run('select $1::int + 7 as n', [1])).toBe(8)
  expect(await run('select count(*)::int as n from pg_prepared_statements')).toBe(1_000)
  await db.destroy()
})

import { CompiledQuery } from 'kysely'
import { expect, inject, test } from 'vitest'
import type * as connecting from './connect.ts'
import { connect } from './connect.ts'
import { patient } from './guarded-pool.ts'
import { importAgain } from '../test/import-again.ts'

test('a connection prepares a limited number of statements, each once', async () => {
  // The module numbers the statements of a process, and other tests have already used some numbers.
  const fresh = await importAgain<typeof connecting>(import.meta.resolve('./connect.ts'))
  await using db = fresh.connect(inject('postgresUrl'), { poolSize: 1, patience: patient })
  const run = async (sql: string, parameters: unknown[] = []) =>
    (await db.executeQuery<{ n: number }>(CompiledQuery.raw(sql, parameters))).rows[0]?.n
  for (let n = 0; n < 1_100; n++) expect(await run(`select $1::int + ${n} as n`, [1])).toBe(n + 1)
  expect(await run('select $1::int + 7 as n', [1])).toBe(8)
  expect(await run('select count(*)::int as n from pg_prepared_statements')).toBe(1_000)
})

test('sorting timestamps as text puts them in the order of time', async () => {
  await using db = connect(inject('postgresUrl'), { poolSize: 1, patience: patient })
  const times = ['06', '06.000001', '06.1', '06.12', '06.123', '06.123456', '06.9', '07'].map(
    (s) => `2026-11-23 12:18:${s}`,
  )
  const select = `select ${times.map((time, i) => `'${time}+00'::timestamptz as t${i}`).join(', ')}`
  const { rows } = await db.executeQuery<Record<string, string>>(CompiledQuery.raw(select))
  const read = Object.values(rows[0] ?? {})
  expect(read.toSorted()).toEqual(read)
  expect(read.map((time) => new Date(time).toISOString())).toEqual(
    times.map((time) => new Date(`${time}Z`).toISOString()),
  )
})

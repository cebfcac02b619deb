import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { accountFiles } from './account-files.ts'
import { columnsLeftOut, tablePlaces } from './table-places.fixture.ts'

const t = testApp()

const someone = '00000000-0000-4000-8000-000000000000'

/** The columns of each table of the database, in camelCase. */
async function catalogue(): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and table_name <> 'migrations'
      -- Partitions have the columns of their table.
      and not exists (select from pg_class where relname = table_name and relispartition)
    order by 1, 2`.execute(t.db)
  const tables: Record<string, string[]> = {}
  for (const { table, column } of rows) (tables[camelCase(table)] ??= []).push(camelCase(column))
  return tables
}

const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const names = (text: string, name: string) => new RegExp(`\\b${snakeCase(name)}\\b`).test(text)

test('every table is exported or has a stated reason why not', async () => {
  expect(Object.keys(tablePlaces).toSorted()).toEqual(Object.keys(await catalogue()).toSorted())
})

test('every column of an exported table is exported or excluded by name', async () => {
  const statements = accountFiles.map(({ query }) => query(someone).compile(t.db).sql)
  const wrong: string[] = []
  for (const [table, columns] of Object.entries(await catalogue())) {
    const place = tablePlaces[table as keyof typeof tablePlaces]
    if (!('file' in place)) continue
    const readers = statements.filter((statement) => names(statement, table))
    const file = accountFiles.find(({ name }) => name === place.file)
    if (!file || !names(file.query(someone).compile(t.db).sql, table))
      wrong.push(`${place.file} has nothing of ${table}`)
    const leftOut = columnsLeftOut[table as keyof typeof columnsLeftOut] ?? []
    for (const column of columns) {
      const isRead = readers.some((statement) => names(statement, column))
      if (!isRead && !leftOut.includes(column))
        wrong.push(`${table}.${column} is neither in account-files.ts nor in table-places.fixture.ts`)
    }
    for (const column of leftOut) if (!columns.includes(column)) wrong.push(`There is no ${table}.${column}`)
  }
  expect(wrong).toEqual([])
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../test/test-app.ts'

const t = testApp()

/** A column's type, in a form that makes declaration and database comparable. */
interface Column {
  holds: string
  isNullable: boolean
  /** Whether an insert may omit it because it has a default. */
  isFilled: boolean
}

type Tables = Record<string, Record<string, Column>>

const kinds: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  'character varying': 'string',
  'timestamp with time zone': 'string',
  date: 'string',
  integer: 'number',
  smallint: 'number',
  bigint: 'number',
  'double precision': 'number',
  numeric: 'number',
  real: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  jsonb: 'JSON',
  json: 'JSON',
  ARRAY: 'array',
  tsvector: 'string',
}

async function migratedTables(): Promise<Tables> {
  const { rows } = await sql<
    Record<'tableName' | 'columnName' | 'dataType', string> & Record<'isNullable' | 'isFilled', boolean>
  >`
    select table_name, column_name, data_type, is_nullable = 'YES' as is_nullable,
      column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as is_filled
    from information_schema.columns where table_schema = 'public' and table_name <> 'migrations'
      -- Parts of tables are as these are.
      and not exists (select from pg_class where relname = table_name and relispartition)`.execute(t.db)
  const tables: Tables = {}
  for (const { tableName, columnName, dataType, isNullable, isFilled } of rows) {
    const table = (tables[camelCase(tableName)] ??= {})
    table[camelCase(columnName)] = { holds: kinds[dataType] ?? dataType, isNullable, isFilled: isFilled || isNullable }
  }
  return tables
}

/** Reads the declarations in `schema.ts` and its parts, column by column. */
function declaredTables(): Tables {
  const source = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('schema.ts'))
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('\n')
  const bodyOf = (name: string): string => {
    const [, parents, body = ''] =
      new RegExp(`interface ${name}(?:\\s+extends ([\\w,\\s]+?))? \\{\\n([\\s\\S]*?)\\n\\}`).exec(source) ?? []
    return [...(parents?.split(/,\s*/) ?? []).map(bodyOf), body].join('\n')
  }
  const entries = (body: string) =>
    [...body.matchAll(/^ *(\w+): (\{\n[\s\S]*?\n {2}\}|.+)$/gm)].map(
      ([, name = '', type = '']) => [name, type] as const,
    )
  const tables: Tables = {}
  for (const [table, type] of entries(bodyOf('Database'))) {
    const columns = type.startsWith('{') ? type.slice(1, -1).replaceAll('; ', '\n') : bodyOf(type)
    tables[table] = Object.fromEntries(entries(columns).map(([name, declared]) => [name, asColumn(declared.trim())]))
  }
  return tables
}

function asColumn(type: string): Column {
  const isNullable = /\| null\b/.test(type)
  const isFilled = isNullable || /^(Generated<|Timestamp$|ColumnType<.*undefined)/.test(type)
  const inner = type.replace(/^Generated<(.*)>$/, '$1').replace(' | null', '')
  return { holds: holds(inner), isNullable, isFilled }
}

function holds(type: string): string {
  if (/^(JSONColumnType|ColumnType)</.test(type)) return 'JSON'
  if (type.endsWith('[]')) return 'array'
  // Other types are named unions of strings.
  return ['number', 'boolean', 'Buffer'].includes(type) ? type : 'string'
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

test('the declared types match the migrated database, column by column', async () => {
  const migrated = await migratedTables()
  expect(Object.keys(migrated).length).toBeGreaterThan(10)
  expect(declaredTables()).toEqual(migrated)
})

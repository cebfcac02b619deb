import { type RawBuilder, sql } from 'kysely'
import { type AppError, invalidField } from '../errors/app-error.ts'

/** The requested page of a list. */
export interface PageOf {
  limit: number
  cursor?: string | undefined
}

/** A value of a cursor: how to recognise it, and how to read it. */
interface Part<Value> {
  isValid(text: string): boolean
  read(text: string): Value
}

const id: Part<string> = { isValid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text), read: String }
const timestamp: Part<string> = { isValid: isTimestamp, read: String }
const number = (form: RegExp): Part<number> => ({ isValid: (text) => form.test(text), read: Number })
/** Fits into a PostgreSQL integer. */
const integer = number(/^-?\d{1,9}$/)

/** Creates the encoder and decoder for a kind of cursor. It holds the values that determine a row's place in the list. */
function createCursor<End extends object>(parts: { [Name in keyof End]: Part<End[Name]> }) {
  const names = Object.keys(parts) as (keyof End)[]
  return {
    encode: (end: End): string => Buffer.from(names.map((name) => String(end[name])).join(' ')).toString('base64url'),
    /** @throws {AppError} VALIDATION_FAILED for a cursor that `encode` did not make. */
    decode(cursor: string | undefined): End | undefined {
      if (cursor === undefined) return undefined
      const texts = Buffer.from(cursor, 'base64url').toString().split(' ')
      const isOurs = texts.length === names.length && names.every((name, i) => parts[name].isValid(texts[i] ?? ''))
      if (!isOurs) throw notOurs()
      return Object.fromEntries(names.map((name, i) => [name, parts[name].read(texts[i] ?? '')])) as End
    },
  }
}

/** The end of a page: the sort time and id of its last row. */
export const { encode: encodeCursor, decode: decodeCursor } = createCursor({ createdAt: timestamp, id })
export type Cursor = NonNullable<ReturnType<typeof decodeCursor>>

/**
 * The end of a page of a ranking: the count of its last row, which JavaScript represents exactly, and the number that
 * breaks ties.
 */
export const { encode: encodeRankCursor, decode: decodeRankCursor } = createCursor({
  value: number(/^-?\d{1,15}$/),
  userNumber: integer,
})
export type RankCursor = NonNullable<ReturnType<typeof decodeRankCursor>>

/** The end of a page of a list that is sorted by one number. */
export const { encode: encodeNumberCursor, decode: decodeNumberCursor } = createCursor({ number: integer })

/** The end of a page of a cached list: the index after its last row, and that row's id. */
export const { encode: encodePlaceCursor, decode: decodePlaceCursor } = createCursor({
  place: number(/^\d{1,6}$/),
  id,
})

/** The end of a page of Rising: the heat of its last row, and its id. */
export const { encode: encodeHeatCursor, decode: decodeHeatCursor } = createCursor({
  heat: number(/^-?\d{1,15}(\.\d{1,20})?$/),
  id,
})
export type HeatCursor = NonNullable<ReturnType<typeof decodeHeatCursor>>

function notOurs(): AppError {
  return invalidField('cursor', 'This cursor is not valid')
}

/** Whether PostgreSQL accepts the timestamp. It refuses the 31st of February and the year 0, for example. */
function isTimestamp(value: string): boolean {
  const match = /^((?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(\.\d{1,6})?Z$/.exec(value)
  const time = match ? Date.parse(value) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === match?.[1]
}

/** Whether a row comes after a page of a list that is sorted by these columns, the latest first. */
export function isBehind(after: Cursor | undefined, createdAt: string, idColumn: string): RawBuilder<boolean> {
  if (!after) return sql<boolean>`true`
  return sql<boolean>`
    (${sql.ref(createdAt)}, ${sql.ref(idColumn)}) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`
}

/** Whether a row comes after a page of a list that is sorted by this number, the highest first. */
export function isBelow(cursor: string | undefined, column: string): RawBuilder<boolean> {
  const after = decodeNumberCursor(cursor)
  return after ? sql<boolean>`${sql.ref(column)} < ${after.number}` : sql<boolean>`true`
}

/** Cuts a page out of the rows that were read for it. A row beyond `limit` means that another page follows. */
export function cutPage<Row>(
  rows: Row[],
  limit: number,
  cursorOf: (row: Row) => string,
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, nextCursor: rows.length > limit && last ? cursorOf(last) : null }
}

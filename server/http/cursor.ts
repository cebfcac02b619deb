import { AppError } from '../errors/app-error.ts'

/** The requested page of a list. */
export interface PageOf {
  limit: number
  cursor?: string | undefined
}

/** The end of a page: the sort time and id of its last row. */
export interface Cursor {
  createdAt: string
  id: string
}

export function encodeCursor({ createdAt, id }: Cursor): string {
  return pack(createdAt, id)
}

/** @throws {AppError} VALIDATION_FAILED for a cursor that `encodeCursor` did not make. */
export function decodeCursor(cursor: string | undefined): Cursor | undefined {
  if (cursor === undefined) return undefined
  const [createdAt, id] = unpack(cursor)
  if (isTimestamp(createdAt) && isId(id)) return { createdAt, id }
  throw notOurs()
}

/** The end of a page of a ranking: the ranked number of its last row, and the number that breaks ties. */
export interface RankCursor {
  value: number
  userNumber: number
}

export function encodeRankCursor({ value, userNumber }: RankCursor): string {
  return pack(String(value), String(userNumber))
}

/** @throws {AppError} VALIDATION_FAILED for a cursor that `encodeRankCursor` did not make. */
export function decodeRankCursor(cursor: string | undefined): RankCursor | undefined {
  if (cursor === undefined) return undefined
  const [value, userNumber] = unpack(cursor)
  // A count that a number represents exactly, and a PostgreSQL integer.
  if (/^-?\d{1,15}$/.test(value) && /^-?\d{1,9}$/.test(userNumber)) {
    return { value: Number(value), userNumber: Number(userNumber) }
  }
  throw notOurs()
}

/** The end of a page of a cached list: the index after its last row, and that row's id. */
export interface PlaceCursor {
  place: number
  id: string
}

export function encodePlaceCursor({ place, id }: PlaceCursor): string {
  return pack(String(place), id)
}

/** @throws {AppError} VALIDATION_FAILED for a cursor that `encodePlaceCursor` did not make. */
export function decodePlaceCursor(cursor: string | undefined): PlaceCursor | undefined {
  if (cursor === undefined) return undefined
  const [place, id] = unpack(cursor)
  if (/^\d{1,6}$/.test(place) && isId(id)) return { place: Number(place), id }
  throw notOurs()
}

/** The end of a page of Rising: the heat of its last row, and its id. */
export interface HeatCursor {
  heat: number
  id: string
}

export function encodeHeatCursor({ heat, id }: HeatCursor): string {
  return pack(String(heat), id)
}

/** @throws {AppError} VALIDATION_FAILED for a cursor that `encodeHeatCursor` did not make. */
export function decodeHeatCursor(cursor: string | undefined): HeatCursor | undefined {
  if (cursor === undefined) return undefined
  const [heat, id] = unpack(cursor)
  if (/^-?\d{1,15}(\.\d{1,20})?$/.test(heat) && isId(id)) return { heat: Number(heat), id }
  throw notOurs()
}

function pack(first: string, second: string): string {
  return Buffer.from(`${first} ${second}`).toString('base64url')
}

function unpack(cursor: string): [string, string] {
  const [first = '', second = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (rest.length > 0) throw notOurs()
  return [first, second]
}

function notOurs(): AppError {
  const message = 'This cursor is not valid'
  return new AppError('VALIDATION_FAILED', message, { issues: [{ path: 'cursor', message }] })
}

function isId(value: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
}

/** Whether PostgreSQL accepts it, too: the 31st of February and the year 0 only have the right form. */
function isTimestamp(value: string): boolean {
  const match = /^((?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(\.\d{1,6})?Z$/.exec(value)
  const time = match ? Date.parse(value) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === match?.[1]
}

/**
 * Cuts a page out of the rows that were read for it, one more than `limit`: the extra row shows that there are more.
 */
export function cutPage<Row>(
  rows: Row[],
  limit: number,
  cursorOf: (row: Row) => string,
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, nextCursor: rows.length > limit && last ? cursorOf(last) : null }
}

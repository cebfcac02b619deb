import { type RawBuilder, sql } from 'kysely'
import type { SearchSort } from '../../../../../contract/discovery/search.ts'
import type { Db } from '../../../../db/connect.ts'

export interface Hit {
  videoId: string
  createdAt: string
  standing: number
}

/** A row of a chunk, with its position counted from 1. */
interface Row extends Hit {
  place: number
  isMatch: boolean
}

/** Rows per statement. */
const CHUNK = 5_000
/** Maximum number of rows per search. */
const ROWS_MAX = 20_000
/** Maximum number of matches per scan. */
const HITS_MAX = 1_000
/** Milliseconds after which no further statement starts. Running statements have their own time limit. */
const ENOUGH_MS = 300

interface Scanned {
  hits: Hit[]
  rowsRead: number
  /** Whether all rows were read. */
  isWhole: boolean
  /** Whether the scan ran out of time. */
  isCut: boolean
}

/**
 * Returns the matches among the newest videos and, in the order `best`, among those with the best popularity score.
 * This suffices for searches whose words are common.
 *
 * @param onProgress Receives the matches so far, in case a later statement is cut off.
 */
export async function scan(
  tx: Db,
  condition: RawBuilder<boolean>,
  sort: SearchSort,
  onProgress: (hits: Hit[]) => void,
): Promise<{ hits: Hit[]; count: number; isAbout: boolean; isCut: boolean }> {
  const until = performance.now() + ENOUGH_MS
  const limits = { rows: sort === 'best' ? ROWS_MAX / 2 : ROWS_MAX, until }
  const newest = await scanBy('newest', tx, condition, limits, onProgress)
  const best =
    sort === 'best' && !newest.isWhole && !newest.isCut
      ? await scanBy('best', tx, condition, limits, (hits) => onProgress([...newest.hits, ...hits]))
      : undefined
  const hits = [...new Map([...newest.hits, ...(best?.hits ?? [])].map((hit) => [hit.videoId, hit])).values()]
  return {
    hits,
    count: newest.isWhole ? hits.length : Math.max(hits.length, await estimateCount(tx, newest)),
    isAbout: !newest.isWhole,
    isCut: newest.isCut || best?.isCut === true,
  }
}

async function scanBy(
  order: SearchSort,
  tx: Db,
  condition: RawBuilder<boolean>,
  { rows, until }: { rows: number; until: number },
  onProgress: (hits: Hit[]) => void,
): Promise<Scanned> {
  const hits: Hit[] = []
  let after: Row | undefined
  for (let rowsRead = 0; ;) {
    if (rowsRead >= rows) return { hits, rowsRead, isWhole: false, isCut: false }
    if (performance.now() > until) return { hits, rowsRead, isWhole: false, isCut: true }
    const read = await scanChunk(order, tx, condition, after, HITS_MAX - hits.length)
    hits.push(...read.filter(({ isMatch }) => isMatch))
    onProgress(hits)
    after = read.at(-1)
    if (hits.length >= HITS_MAX) return { hits, rowsRead: rowsRead + (after?.place ?? 0), isWhole: false, isCut: false }
    if (after?.place !== CHUNK) return { hits, rowsRead, isWhole: true, isCut: false }
    rowsRead += CHUNK
  }
}

/**
 * Returns the matches of a chunk, and its last row, whether it matches or not. The next chunk begins after that row.
 */
async function scanChunk(
  order: SearchSort,
  tx: Db,
  condition: RawBuilder<boolean>,
  after: Hit | undefined,
  hitsMax: number,
): Promise<Row[]> {
  const { columns, from } = orders[order]
  const { rows } = await sql<Row>`
    select video_id, created_at, standing, place, ${condition} as is_match
    from (
      select *, (row_number() over (order by ${columns}))::int as place
      from (select * from video_search ${after ? sql`where ${from(after)}` : sql``} order by ${columns} limit ${CHUNK}) chunk
    ) found
    where place = ${CHUNK} or ${condition}
    order by ${columns} limit ${hitsMax}`.execute(tx)
  return rows
}

const orders = {
  newest: {
    columns: sql`created_at desc, video_id desc`,
    from: ({ createdAt, videoId }: Hit) => sql`(created_at, video_id) < (${createdAt}, ${videoId})`,
  },
  best: {
    columns: sql`standing desc, created_at desc, video_id desc`,
    from: ({ standing, createdAt, videoId }: Hit) =>
      sql`(standing, created_at, video_id) < (${standing}, ${createdAt}, ${videoId})`,
  },
}

/** Estimates the number of matches among all videos from their share among the newest. */
async function estimateCount(tx: Db, { hits, rowsRead }: Scanned): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select greatest(reltuples, 0)::int as total from pg_class where oid = 'video_search'::regclass`.execute(tx)
  const estimated = rowsRead > 0 ? ((rows[0]?.total ?? 0) * hits.length) / rowsRead : 0
  // The estimate is not more precise than two digits.
  return Number(estimated.toPrecision(2))
}

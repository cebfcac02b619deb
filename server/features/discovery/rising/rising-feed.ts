import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { ReadShared } from '../../../db/replicas/replicas.ts'
import { decodeHeatCursor, encodeHeatCursor, type HeatCursor, type PageOf } from '../../../http/cursor.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import type { Deps } from '../../../setup/deps.ts'
import { HEAT_CHANGED } from '../../../signals/video-signals.ts'
import { findVideosById, listShown, type RowPage } from '../../videos/reading/videos.queries.ts'

const MAX_VIDEOS = 2_000
/** Milliseconds for which the order is cached. Its videos are cached for one second, as in every list. */
const MAX_AGE_MS = 30_000

/** The hottest videos, in the same order for all viewers. */
export class RisingFeed {
  readonly #readShared: ReadShared
  readonly #order: ReadCache<HeatCursor[]>

  constructor({ readShared, signals }: Pick<Deps, 'readShared' | 'signals'>) {
    this.#readShared = readShared
    this.#order = new ReadCache({ max: 1, maxAgeMs: MAX_AGE_MS, signals, droppedBy: { [HEAT_CHANGED]: 'all' } })
  }

  /**
   * Returns a page of rows.
   *
   * @param viewerId If given, creators whom this viewer has muted are left out.
   */
  async read({ limit, cursor }: PageOf, viewerId?: string): Promise<RowPage> {
    const after = decodeHeatCursor(cursor)
    const order = await this.#order.get('', () => this.#readShared(readOrder))
    const left = after ? order.filter((place) => isBehind(place, after)) : order
    const page = viewerId === undefined ? await this.#cut(left, limit) : undefined
    if (page && (page.rows.length > 0 || page.nextCursor === null)) return page
    // Either the viewer has muted creators, or all clips of the page were hidden since the order was read. The page is
    // then cut from the clips that this viewer may see.
    const ids = left.map(({ id }) => id)
    const shown = new Set(await this.#readShared((db) => listShown(db, ids, viewerId)))
    return this.#cut(
      left.filter(({ id }) => shown.has(id)),
      limit,
    )
  }

  /** Cuts a page from the order and leaves out clips that were hidden since the order was read. */
  async #cut(left: HeatCursor[], limit: number): Promise<RowPage> {
    const places = left.slice(0, limit)
    const last = places.at(-1)
    const nextCursor = left.length > limit && last ? encodeHeatCursor(last) : null
    const found = await this.#readShared((db) =>
      findVideosById(
        db,
        places.map(({ id }) => id),
      ),
    )
    const byId = new Map(found.map((row) => [row.id, row]))
    const rows = places.map(({ id }) => byId.get(id)).filter((row) => row !== undefined && !row.isHidden)
    return { rows: rows as RowPage['rows'], nextCursor }
  }
}

async function readOrder(db: Db): Promise<HeatCursor[]> {
  const { rows } = await sql<HeatCursor>`
    select heat, video_id as id from video_heat join videos on videos.id = video_id and not videos.is_hidden
    order by heat desc, video_id limit ${MAX_VIDEOS}`.execute(db)
  return rows
}

function isBehind(place: HeatCursor, after: HeatCursor): boolean {
  return place.heat < after.heat || (place.heat === after.heat && place.id > after.id)
}

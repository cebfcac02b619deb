import { sql } from 'kysely'
import { isListed } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import { cutPage, decodeHeatCursor, encodeHeatCursor, type HeatCursor } from '../../../http/cursor.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import type { Deps } from '../../../setup/deps.ts'
import { HEAT_CHANGED } from '../../../signals/video-signals.ts'
import type { LoadPage } from '../../videos/reading/video-lists.ts'
import { listVideosById, listShown, type RowPage } from '../../videos/reading/videos.queries.ts'

const MAX_VIDEOS = 2_000
/** Milliseconds for which the order is cached. Its videos are cached for one second, as in every list. */
const MAX_AGE_MS = 30_000

/** Returns a function that reads a page of the hottest videos. Their order is the same for all viewers. */
export function createRisingFeed({ readShared, signals }: Pick<Deps, 'readShared' | 'signals'>): LoadPage {
  const cache = new ReadCache<HeatCursor[]>({
    max: 1,
    maxAgeMs: MAX_AGE_MS,
    signals,
    droppedBy: { [HEAT_CHANGED]: 'all' },
  })

  /** Cuts a page from the order and leaves out clips that were hidden since the order was read. */
  async function cut(left: HeatCursor[], limit: number): Promise<RowPage> {
    const { rows: places, nextCursor } = cutPage(left, limit, encodeHeatCursor)
    const ids = places.map(({ id }) => id)
    const found = await readShared((db) => listVideosById(db, ids, isListed))
    const byId = new Map(found.map((row) => [row.id, row]))
    return { rows: ids.flatMap((id) => byId.get(id) ?? []), nextCursor }
  }

  return async ({ limit, cursor }, viewerId) => {
    const after = decodeHeatCursor(cursor)
    const order = await cache.get('', () => readShared(readOrder))
    const left = after ? order.filter((place) => isBehind(place, after)) : order
    const page = viewerId === undefined ? await cut(left, limit) : undefined
    if (page && (page.rows.length > 0 || page.nextCursor === null)) return page
    // Either the viewer has muted creators, or all clips of the page were hidden since the order was read. The page is
    // then cut from the clips that this viewer may see.
    const ids = left.map(({ id }) => id)
    const shown = new Set(await readShared((db) => listShown(db, ids, viewerId)))
    const visible = left.filter(({ id }) => shown.has(id))
    return cut(visible, limit)
  }
}

async function readOrder(db: Db): Promise<HeatCursor[]> {
  const { rows } = await sql<HeatCursor>`
    select heat, video_id as id from video_heat join videos on videos.id = video_id and ${isListed}
    order by heat desc, video_id limit ${MAX_VIDEOS}`.execute(db)
  return rows
}

function isBehind(place: HeatCursor, after: HeatCursor): boolean {
  return place.heat < after.heat || (place.heat === after.heat && place.id > after.id)
}

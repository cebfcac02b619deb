import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/social/creators.ts'
import type { CreatorListQuery, CreatorPage } from '../../../../contract/social/creators.ts'
import type { ReadShared } from '../../../db/replicas/replicas.ts'
import type { SearchGuard } from '../../../http/guards/search-guard.ts'
import type { Deps } from '../../../setup/deps.ts'
import { withPublicAvatar } from '../../../objects/public-address.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import { PublicJson } from '../../../http/replies/ready-json.ts'
import { route } from '../../../http/route.ts'
import { FOLLOWERS_COUNTED, PROFILE_CHANGED } from '../../../signals/user-signals.ts'
import { countedCreatorId, VIDEO_CHANGED, VIDEO_COUNTED } from '../../../signals/video-signals.ts'
import { countCreators, countMutedCreators, listCreators } from './creators.queries.ts'

const MAX_PAGES = 200

type Total = Pick<CreatorPage, 'total' | 'isTotalCapped'>

export function creatorRoutes(
  app: FastifyInstance,
  { config, readShared, signals }: Pick<Deps, 'config' | 'readShared' | 'signals'>,
  searches: SearchGuard,
): void {
  const pages = new ReadCache<{ ids: ReadonlySet<string>; reply: PublicJson }, CreatorListQuery>({
    max: MAX_PAGES,
    signals,
    droppedBy: {
      // A creator who rises to another page appears there only after that page has expired.
      [VIDEO_COUNTED]: (message, _query, page) => page?.ids.has(countedCreatorId(message)) ?? true,
      [FOLLOWERS_COUNTED]: (id, _query, page) => page?.ids.has(id) ?? true,
      // Publishing, hiding and deleting a video change the totals of its creator.
      [VIDEO_CHANGED]: 'all',
      [PROFILE_CHANGED]: 'all',
    },
  })
  // Counting takes much longer than reading a page, and few events change the count.
  const totals = new ReadCache<Total>({ max: MAX_PAGES, signals, droppedBy: { [PROFILE_CHANGED]: 'all' } })

  /** Reads a page. @param viewerId If given, creators whom this viewer has muted are left out. */
  async function read(query: CreatorListQuery, viewerId?: string): Promise<CreatorPage> {
    // The leaderboard is read from indexes. A search is not, so `searches` limits how many run at once.
    const run: ReadShared = query.q === '' ? readShared : (find) => searches.run(find)
    const [{ creators, nextCursor }, { total, isTotalCapped }, mutedCount] = await Promise.all([
      run((db) => listCreators(db, query, viewerId)),
      totals.get(query.q, () => run((db) => countCreators(db, query.q))),
      viewerId === undefined ? 0 : run((db) => countMutedCreators(db, query.q, viewerId)),
    ])
    const shown = creators.map((creator) => withPublicAvatar(creator, config.objectsUrl))
    // The total may be older, so that it lacks a creator who was muted since.
    return { creators: shown, total: Math.max(total - mutedCount, shown.length), isTotalCapped, nextCursor }
  }

  route(app, contract.listCreators, async ({ viewer, query, request }) => {
    if (query.q !== '') await searches.count('address-searches', request.ip)
    if (viewer?.hasMuted) return read(query, viewer.id)
    const page = await pages.get(query, async () => {
      const found = await read(query)
      return { ids: new Set(found.creators.map(({ id }) => id)), reply: new PublicJson(JSON.stringify(found)) }
    })
    return page.reply
  })
}

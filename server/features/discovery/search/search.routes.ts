import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/discovery/search.ts'
import type { QueryOf } from '../../../../contract/endpoint.ts'
import type { Viewer } from '../../../access/can.ts'
import { cutPage, decodePlaceCursor, encodePlaceCursor, type PageOf } from '../../../http/cursor.ts'
import type { SearchGuard } from '../../../http/guards/search-guard.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import type { PublicJson, ReadyJson } from '../../../http/replies/ready-json.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import { PROFILE_CHANGED } from '../../../signals/user-signals.ts'
import { countedVideoId, VIDEO_CHANGED, VIDEO_COUNTED, VIDEO_INDEXED } from '../../../signals/video-signals.ts'
import type { CurrentSettings } from '../../site/settings/site-settings.ts'
import type { MutedIdsCache } from '../../social/mutes-and-blocks/muted-ids-cache.ts'
import type { CachedPage } from '../../videos/reading/video-cache.ts'
import type { VideoLists } from '../../videos/reading/video-lists.ts'
import { listShown } from '../../videos/reading/videos.queries.ts'
import { markVideos } from './videos/excerpts.ts'
import { createLexemeFinder } from './videos/lexemes.ts'
import { createVideoSearch } from './videos/video-search.ts'
import { parseSearch } from './parse-search.ts'
import { createCreatorSearch } from './creator-search.ts'
import { createSuggestions } from './suggestions.ts'

const MAX_PAGES = 200

type SearchQuery = QueryOf<typeof contract.searchVideos>

/** A page of results, with the ids of its clips (`shown`) and of the clips on all pages (`found`). */
interface FoundPage {
  reply: ReadyJson | PublicJson
  shown: ReadonlySet<string>
  found: string[]
}

export function searchRoutes(
  app: FastifyInstance,
  deps: Deps,
  parts: { lists: VideoLists; muted: MutedIdsCache; searches: SearchGuard; settings: CurrentSettings },
): void {
  const { lists, searches } = parts
  const { db, readShared, signals } = deps
  const findVideos = createVideoSearch(deps, searches)
  const listCreators = createCreatorSearch(deps, parts)
  const complete = createSuggestions(deps, parts)
  const forVisitors = new ReadCache<FoundPage, SearchQuery>({
    max: MAX_PAGES,
    signals,
    droppedBy: {
      [VIDEO_COUNTED]: (message, _query, page) => page?.shown.has(countedVideoId(message)) ?? true,
      // Hiding a clip on any page changes the number of results.
      [VIDEO_CHANGED]: (id, _query, page) => page?.found.includes(id) ?? true,
      [VIDEO_INDEXED]: 'all',
      [PROFILE_CHANGED]: 'all',
    },
  })
  const findLexemes = createLexemeFinder(db)

  route(app, contract.searchVideos, async ({ viewer, query, request }) => {
    // The cursor is validated before the rate limit, because a malformed cursor does not count as a search.
    const after = decodePlaceCursor(query.cursor)
    await searches.count('address-searches', request.ip)
    const read = async (): Promise<FoundPage> => {
      const { ids, terms, ...found } = await findVideos(query, after?.id)
      const page = await readPage({ lists, readShared }, ids, query, viewer)
      const videos = page.items.map(({ fields }) => fields)
      const excerpts = await markVideos(videos, terms, findLexemes)
      const people = after === undefined ? await listCreators(query.q, viewer) : []
      const { invalidFilters } = parseSearch(query.q)
      const shownCount = viewer?.hasMuted
        ? (await readShared((from) => listShown(from, ids, viewer.id))).length
        : ids.length
      const count = found.count - (ids.length - shownCount)
      const about = { ...found, count, shownCount, excerpts, creators: people, invalidFilters }
      const reply = await lists.pageFor(viewer, page, about)
      return { reply, shown: new Set(page.ids), found: ids }
    }
    return (await (viewer ? read() : forVisitors.get(query, read))).reply
  })

  route(app, contract.suggestSearches, async ({ viewer, query, request }) => {
    await searches.count('address-suggestions', request.ip)
    const suggestions = await complete(query.q)
    const mutedIds = await parts.muted.of(viewer)
    return { suggestions: suggestions.filter((each) => each.kind !== 'creator' || !mutedIds.has(each.id)) }
  })
}

/** Returns a page of results. If all its clips have been hidden or muted, returns the next page with a visible clip. */
async function readPage(
  { lists, readShared }: Pick<Deps, 'readShared'> & { lists: VideoLists },
  ids: string[],
  { limit, cursor }: PageOf,
  viewer: Viewer,
): Promise<CachedPage> {
  async function cut(list: string[]): Promise<CachedPage> {
    const page = cutPage(list, limit, (id) => encodePlaceCursor({ place: ids.indexOf(id) + 1, id }))
    return lists.withoutMuted(await lists.cache.toPageOf(page.rows, page.nextCursor), viewer)
  }
  const rest = ids.slice(placeAfter(ids, cursor))
  const page = await cut(rest)
  if (page.ids.length > 0 || page.nextCursor === null) return page
  return cut(await readShared((from) => listShown(from, rest, viewer?.id)))
}

/**
 * Cuts the page after the last video of the preceding page, even if newer matches have been added before it. If that
 * video has left the list, the next one has taken its place.
 */
function placeAfter(ids: string[], cursor: string | undefined): number {
  const after = decodePlaceCursor(cursor)
  if (!after) return 0
  const place = ids.indexOf(after.id)
  return place >= 0 ? place + 1 : Math.max(0, after.place - 1)
}

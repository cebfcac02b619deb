import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/discovery/search.ts'
import type { SearchPage, Suggestion } from '../../../../contract/discovery/search.ts'
import type { QueryOf } from '../../../../contract/endpoint.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import type { Viewer } from '../../../access/can.ts'
import { decodePlaceCursor, encodePlaceCursor, type PageOf } from '../../../http/cursor.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import type { PublicJson, ReadyJson } from '../../../http/replies/ready-json.ts'
import { route } from '../../../http/route.ts'
import { withPublicAvatar } from '../../../objects/public-address.ts'
import type { Deps } from '../../../setup/deps.ts'
import { PROFILE_CHANGED } from '../../../signals/user-signals.ts'
import { VIDEO_CHANGED, VIDEO_COUNTED, VIDEO_INDEXED } from '../../../signals/video-signals.ts'
import type { MutedPeople } from '../../social/mutes-and-blocks/muted-people.ts'
import { type CachedPage, withoutCreators } from '../../videos/reading/video-cache.ts'
import type { VideoLists } from '../../videos/reading/video-lists.ts'
import { markVideos } from './excerpts.ts'
import { FoundVideos, type Answer } from './found-videos.ts'
import { createLexemes } from './lexemes.ts'
import { suggest } from './suggest.queries.ts'

const MAX_PAGES = 200
const MAX_SUGGESTED = 500

export function searchRoutes(
  app: FastifyInstance,
  deps: Deps,
  { lists, muted }: { lists: VideoLists; muted: MutedPeople },
): void {
  const { db, limits, signals } = deps
  const found = new FoundVideos(deps)
  const suggested = new ReadCache<Suggestion[]>({ max: MAX_SUGGESTED, signals, droppedBy: {} })
  const forVisitors = new ReadCache<ReadyJson | PublicJson, QueryOf<typeof contract.searchVideos>>({
    max: MAX_PAGES,
    signals,
    droppedBy: { [VIDEO_CHANGED]: 'all', [VIDEO_COUNTED]: 'all', [VIDEO_INDEXED]: 'all', [PROFILE_CHANGED]: 'all' },
  })
  const findLexemes = createLexemes(db)

  route(app, contract.searchVideos, async ({ viewer, query, request }) => {
    // Before the limit: a cursor that is not valid is no search.
    const after = decodePlaceCursor(query.cursor)
    await limits.take('address-searches', request.ip)
    const read = async () => {
      const answer = await found.get(query, { isFirst: after === undefined })
      const page = await readPage(answer.ids, query, viewer)
      return lists.pageWith(viewer, page, await besides(answer, page))
    }
    return viewer ? read() : forVisitors.get(query, read)
  })

  route(app, contract.suggestSearches, async ({ query, request }) => {
    await limits.take('address-suggestions', request.ip)
    return { suggestions: await suggested.get(query.q, () => suggestPublicly(deps, query.q)) }
  })

  /** A page of what was found. If all of it is hidden by now, or muted, the next that shows something. */
  async function readPage(
    ids: string[],
    { limit, cursor }: PageOf & Pick<QueryOf<typeof contract.searchVideos>, 'limit'>,
    viewer: Viewer,
  ): Promise<CachedPage> {
    const mutedIds = viewer && (await muted.of(viewer))
    for (let from = placeAfter(ids, cursor); ; from += limit) {
      const slice = ids.slice(from, from + limit)
      const last = slice.at(-1)
      const nextCursor =
        last !== undefined && from + limit < ids.length ? encodePlaceCursor({ place: from + limit, id: last }) : null
      const page = await lists.cache.toPageOf(slice, nextCursor)
      const shown = mutedIds ? withoutCreators(page, mutedIds) : page
      if (shown.ids.length > 0 || nextCursor === null) return shown
    }
  }

  async function besides(answer: Answer, { videos }: CachedPage): Promise<Omit<SearchPage, 'videos' | 'nextCursor'>> {
    // A head is a video's JSON without its end.
    const texts = videos.map(({ head }) => JSON.parse(`${head}}`) as Video)
    const { count, isAbout, isCut, corrected } = answer
    const excerpts = await markVideos(texts, answer.terms, findLexemes)
    return { excerpts, count, isAbout, shownCount: answer.ids.length, corrected, isCut }
  }
}

/** After the video that the page before ended with, also where newer ones have come before it. */
function placeAfter(ids: string[], cursor: string | undefined): number {
  const after = decodePlaceCursor(cursor)
  if (!after) return 0
  const place = ids.indexOf(after.id)
  return place >= 0 ? place + 1 : after.place
}

async function suggestPublicly(
  { readShared, config }: Pick<Deps, 'readShared' | 'config'>,
  typed: string,
): Promise<Suggestion[]> {
  const suggestions = await readShared((db) => suggest(db, typed))
  return suggestions.map((each) => (each.kind === 'creator' ? withPublicAvatar(each, config.objectsUrl) : each))
}

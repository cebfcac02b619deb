import type { searchVideos as contract } from '../../../../../contract/discovery/search.ts'
import type { QueryOf } from '../../../../../contract/endpoint.ts'
import type { Db } from '../../../../db/connect.ts'
import type { SearchGuard } from '../../../../http/guards/search-guard.ts'
import { ReadCache } from '../../../../http/read-cache.ts'
import type { Deps } from '../../../../setup/deps.ts'
import { VIDEO_CHANGED, VIDEO_INDEXED } from '../../../../signals/video-signals.ts'
import { correctSpelling } from './correct-spelling.ts'
import { keyOf, parseSearch, type Search } from '../parse-search.ts'
import { searchVideos, type Found } from './video-search.queries.ts'

/** Number of hits below which a typing error is likely. */
const FEW_HITS = 3
const MAX_KEPT = 300
const KEPT_MS = 30_000
/** Approximate memory use of one id, in bytes. */
const BYTES_OF_ID = 80

/** The result of a search, with the spelling correction that was applied to the query. */
interface Answer extends Found {
  corrected: string | null
}

type Asked = Pick<QueryOf<typeof contract>, 'q' | 'sort' | 'exact'>

type AnswerKey = Pick<Asked, 'sort' | 'exact'> & { search: string }

/**
 * Returns a function that finds the result of a search. Recent results, which are the same for all viewers, are cached.
 * All pages of a search are cut from one list, so that no clip is repeated or skipped. A first page always uses a list
 * that includes the latest indexed clips. It throws UNAVAILABLE when too many searches are running. For later pages,
 * `after` is the id of the last clip of the preceding page.
 */
export function createVideoSearch(
  { signals }: Pick<Deps, 'signals'>,
  searches: SearchGuard,
): (asked: Asked, after: string | undefined) => Promise<Answer> {
  const options = {
    max: MAX_KEPT,
    maxAgeMs: KEPT_MS,
    bytesOf: ({ ids }: Answer) => ids.length * BYTES_OF_ID,
    signals,
  }
  const droppedBy = { [VIDEO_INDEXED]: 'all' as const, [VIDEO_CHANGED]: mayHold }
  const newest = new ReadCache<Answer, AnswerKey>({ ...options, droppedBy })
  const paged = new ReadCache<Answer, AnswerKey>({ ...options, droppedBy: {} })

  return async (asked, after) => {
    const search = parseSearch(asked.q)
    const key = { sort: asked.sort, exact: asked.exact, search: keyOf(search) }
    const find = () => newest.get(key, () => searches.run((tx) => findAnswer(tx, search, asked)))
    if (after === undefined) return find()
    const kept = await paged.get(key, find)
    // Another viewer's pages may have been cut from it before the clips of the preceding page were indexed.
    return kept.ids.includes(after) ? kept : find()
  }
}

/**
 * Searches for the typed words. If they find little and the corrected words find more, returns those results instead.
 */
async function findAnswer(tx: Db, search: Search, { sort, exact }: Asked): Promise<Answer> {
  const typed = await searchVideos(tx, search, sort)
  if (exact === 'true' || typed.isCut || typed.count >= FEW_HITS) return { ...typed, corrected: null }
  const corrected = await correctSpelling(tx, search)
  if (corrected === null) return { ...typed, corrected: null }
  const meant = await searchVideos(tx, parseSearch(corrected), sort)
  return meant.count > typed.count ? { ...meant, corrected } : { ...typed, corrected: null }
}

/**
 * Whether the cached result may contain the changed video. If so, it is dropped, because the number of results must not
 * include hidden or deleted videos.
 */
function mayHold(videoId: string, _key: AnswerKey, answer: Answer | undefined): boolean {
  return answer?.ids.includes(videoId) ?? true
}

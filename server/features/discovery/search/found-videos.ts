import type { SearchSort } from '../../../../contract/discovery/search.ts'
import type { Db } from '../../../db/connect.ts'
import type { SearchGuard } from '../../../http/guards/search-guard.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import type { Deps } from '../../../setup/deps.ts'
import { VIDEO_CHANGED, VIDEO_INDEXED } from '../../../signals/video-signals.ts'
import { correctSpelling } from './correct-spelling.ts'
import { keyOf, parseSearch, type Search } from './parse-search.ts'
import { searchVideos, type Found } from './search.queries.ts'

/** Number of hits below which a typing error is likely. */
const FEW_HITS = 3
const MAX_KEPT = 300
const KEPT_MS = 30_000
/** Approximate memory use of one id, in bytes. */
const BYTES_OF_ID = 80

/** The result of a search, with the correction that was applied to it. */
export interface Answer extends Found {
  corrected: string | null
}

type AnswerKey = { sort: SearchSort; exact: string; search: string }

interface Asked {
  q: string
  sort: SearchSort
  exact: 'true' | 'false'
}

/**
 * Caches recent search results, which are the same for all viewers. All pages of a search are cut from one list, so
 * that no clip is repeated or skipped. A first page always uses a list that includes the latest indexed clips.
 */
export class FoundVideos {
  readonly #searches: SearchGuard
  readonly #newest: ReadCache<Answer, AnswerKey>
  readonly #paged: ReadCache<Answer, AnswerKey>

  constructor({ signals }: Pick<Deps, 'signals'>, searches: SearchGuard) {
    this.#searches = searches
    const options = {
      max: MAX_KEPT,
      maxAgeMs: KEPT_MS,
      bytesOf: ({ ids }: Answer) => ids.length * BYTES_OF_ID,
      signals,
    }
    this.#newest = new ReadCache({ ...options, droppedBy: { [VIDEO_INDEXED]: 'all', [VIDEO_CHANGED]: mayHold } })
    this.#paged = new ReadCache({ ...options, droppedBy: {} })
  }

  /** Returns the result of a search. @throws {AppError} UNAVAILABLE when too many searches are running. */
  get(asked: Asked, { isFirst }: { isFirst: boolean }): Promise<Answer> {
    const search = parseSearch(asked.q)
    const key = { sort: asked.sort, exact: asked.exact, search: keyOf(search) }
    const newest = () => this.#newest.get(key, () => this.#searches.run((tx) => findAnswer(tx, search, asked)))
    return isFirst ? newest() : this.#paged.get(key, newest)
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

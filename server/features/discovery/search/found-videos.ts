import type { SearchSort } from '../../../../contract/discovery/search.ts'
import type { Db } from '../../../db/connect.ts'
import type { SearchGuard } from '../../../http/guards/search-guard.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import type { Deps } from '../../../setup/deps.ts'
import { VIDEO_CHANGED, VIDEO_INDEXED } from '../../../signals/video-signals.ts'
import { correctSpelling } from './correct-spelling.ts'
import { keyOf, parseSearch, type Search } from './parse-search.ts'
import { searchVideos, type Found } from './search.queries.ts'

/** Fewer make a typing error likely. */
const FEW_HITS = 3
const MAX_KEPT = 300
const KEPT_MS = 30_000
/** About what an id takes. */
const BYTES_OF_ID = 80

/** What is found for what somebody typed. */
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
 * What was found lately, the same for everybody: pages are cut out of one list, so that nothing is on two of them or
 * on none. A first page knows everything that has been indexed since.
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

  /** @throws {AppError} UNAVAILABLE when too many search. */
  get(asked: Asked, { isFirst }: { isFirst: boolean }): Promise<Answer> {
    const search = parseSearch(asked.q)
    const key = { sort: asked.sort, exact: asked.exact, search: keyOf(search) }
    const newest = () => this.#newest.get(key, () => this.#searches.run((tx) => findAnswer(tx, search, asked)))
    return isFirst ? newest() : this.#paged.get(key, newest)
  }
}

/** What is found as it is meant, where little is as it was typed. */
async function findAnswer(tx: Db, search: Search, { sort, exact }: Asked): Promise<Answer> {
  const typed = await searchVideos(tx, search, sort)
  if (exact === 'true' || typed.isCut || typed.count >= FEW_HITS) return { ...typed, corrected: null }
  const corrected = await correctSpelling(tx, search)
  if (corrected === null) return { ...typed, corrected: null }
  const meant = await searchVideos(tx, parseSearch(corrected), sort)
  return meant.count > typed.count ? { ...meant, corrected } : { ...typed, corrected: null }
}

/** What is hidden or gone is not counted any more, either. */
function mayHold(videoId: string, _key: AnswerKey, answer: Answer | undefined): boolean {
  return answer?.ids.includes(videoId) ?? true
}

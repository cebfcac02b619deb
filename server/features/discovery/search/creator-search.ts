import type { FoundCreator } from '../../../../contract/discovery/search.ts'
import type { Viewer } from '../../../access/can.ts'
import { ifCancelled } from '../../../db/time-limit.ts'
import type { SearchGuard } from '../../../http/guards/search-guard.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import { withPublicAvatar } from '../../../objects/public-address.ts'
import type { Deps } from '../../../setup/deps.ts'
import { PROFILE_CHANGED } from '../../../signals/user-signals.ts'
import type { MutedIdsCache } from '../../social/mutes-and-blocks/muted-ids-cache.ts'
import { listMatchingCreators } from './creator-search.queries.ts'
import { parseSearch } from './parse-search.ts'

const MAX_KEPT = 500
const KEPT_MS = 10_000

/**
 * Returns a function that finds the people on the first page of a search. If this query takes too long, the search for
 * clips still succeeds.
 */
export function createCreatorSearch(
  { signals, config }: Pick<Deps, 'signals' | 'config'>,
  { searches, muted }: { searches: SearchGuard; muted: MutedIdsCache },
): (q: string, viewer: Viewer) => Promise<FoundCreator[]> {
  const kept = new ReadCache<FoundCreator[]>({
    max: MAX_KEPT,
    maxAgeMs: KEPT_MS,
    signals,
    droppedBy: { [PROFILE_CHANGED]: 'all' },
  })

  return async (q, viewer) => {
    const search = parseSearch(q)
    const named = await kept.get(search.text, () =>
      searches.run((tx) => listMatchingCreators(tx, search).catch(ifCancelled(() => []))),
    )
    const mutedIds = await muted.of(viewer)
    return named.filter(({ id }) => !mutedIds.has(id)).map((creator) => withPublicAvatar(creator, config.objectsUrl))
  }
}

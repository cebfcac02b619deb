import type { Suggestion } from '../../../../contract/discovery/search.ts'
import type { SearchGuard } from '../../../http/guards/search-guard.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import { withPublicAvatar } from '../../../objects/public-address.ts'
import type { Deps } from '../../../setup/deps.ts'
import { PROFILE_CHANGED } from '../../../signals/user-signals.ts'
import { VIDEO_CHANGED } from '../../../signals/video-signals.ts'
import { type CurrentSettings, SITE_SETTINGS_CHANGED } from '../../site/settings/site-settings.ts'
import { suggest } from './suggestions.queries.ts'

const MAX_KEPT = 500

/** Returns a function that completes a search. Its results, which are the same for all viewers, are cached. */
export function createSuggestions(
  { signals, config }: Pick<Deps, 'signals' | 'config'>,
  { searches, settings }: { searches: SearchGuard; settings: CurrentSettings },
): (typed: string) => Promise<Suggestion[]> {
  const kept = new ReadCache<Suggestion[]>({
    max: MAX_KEPT,
    signals,
    droppedBy: { [VIDEO_CHANGED]: 'all', [PROFILE_CHANGED]: 'all', [SITE_SETTINGS_CHANGED]: 'all' },
  })

  async function read(typed: string): Promise<Suggestion[]> {
    const { tools } = await settings.read()
    const found = await searches.run((tx) => suggest(tx, typed, tools))
    return found.map((each) => (each.kind === 'creator' ? withPublicAvatar(each, config.objectsUrl) : each))
  }

  return (typed) => kept.get(typed, () => read(typed))
}

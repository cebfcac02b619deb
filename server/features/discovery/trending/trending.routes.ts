import type { FastifyInstance } from 'fastify'
import { getTrending } from '../../../../contract/discovery/trending.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import { PublicJson } from '../../../http/replies/ready-json.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import { PROFILE_CHANGED } from '../../../signals/user-signals.ts'
import { HEAT_CHANGED, VIDEO_CHANGED } from '../../../signals/video-signals.ts'
import type { MutedIdsCache } from '../../social/mutes-and-blocks/muted-ids-cache.ts'
import { presentTrending } from './present-trending.ts'
import { listTrending, type TopicClip, type TrendingRow } from './trending.queries.ts'

/** Milliseconds for which the topics are cached. Hidden and deleted clips leave them at once. */
const KEPT_MS = 30_000

/**
 * Registers the list of trending tags and tools. It is the same for all viewers, except that muted creators are left
 * out.
 */
export function trendingRoutes(
  app: FastifyInstance,
  { config, readShared, signals }: Pick<Deps, 'config' | 'readShared' | 'signals'>,
  muted: MutedIdsCache,
): void {
  const { objectsUrl } = config
  const trending = new ReadCache<{ rows: TrendingRow[]; forVisitors: PublicJson }>({
    max: 1,
    maxAgeMs: KEPT_MS,
    signals,
    droppedBy: {
      [HEAT_CHANGED]: 'all',
      [VIDEO_CHANGED]: (id, _key, kept) => isAnyClip(kept, (clip) => clip.id === id),
      [PROFILE_CHANGED]: (userId, _key, kept) => isAnyClip(kept, (clip) => clip.userId === userId),
    },
  })

  route(app, getTrending, async ({ viewer }) => {
    const { rows, forVisitors } = await trending.get('', async () => {
      const found = await readShared(listTrending)
      return { rows: found, forVisitors: new PublicJson(JSON.stringify(presentTrending(found, { objectsUrl }))) }
    })
    return viewer?.hasMuted ? presentTrending(rows, { objectsUrl, mutedIds: await muted.of(viewer) }) : forVisitors
  })
}

/**
 * Whether a condition holds for any clip of the cached topics. Also true while the topics are still being read, because
 * their clips are unknown.
 */
function isAnyClip(kept: { rows: TrendingRow[] } | undefined, is: (clip: TopicClip) => boolean): boolean {
  return kept === undefined || kept.rows.some(({ clips }) => clips.some(is))
}

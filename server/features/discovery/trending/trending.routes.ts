import type { FastifyInstance } from 'fastify'
import { getTrending, type Trending, type TrendingTopic } from '../../../../contract/discovery/trending.ts'
import { toolLabels } from '../../../../contract/videos/videos.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import { PublicJson } from '../../../http/replies/ready-json.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import { PROFILE_CHANGED } from '../../../signals/user-signals.ts'
import { HEAT_CHANGED, VIDEO_CHANGED } from '../../../signals/video-signals.ts'
import type { MutedIdsCache } from '../../social/mutes-and-blocks/muted-ids-cache.ts'
import { posterUrl } from '../../../objects/public-address.ts'
import { topic } from '../tags/tags.queries.ts'
import { listTrending, type TopicClip, type TrendingRow } from './trending.queries.ts'

const TAGS_MAX = 12
const TOOLS_MAX = 6
const COVERS_MAX = 3
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
      return { rows: found, forVisitors: new PublicJson(JSON.stringify(presentAll(found))) }
    })
    return viewer?.hasMuted ? presentAll(rows, await muted.of(viewer)) : forVisitors
  })

  /** Presents the topics. A topic that only muted creators use is left out, because they wrote its name. */
  function presentAll(rows: TrendingRow[], mutedIds?: ReadonlySet<string>): Trending {
    const shown = rows
      .map((row) => ({ ...row, clips: row.clips.filter(({ userId }) => !mutedIds?.has(userId)) }))
      .filter(({ clips }) => clips.length > 0)
    const onCovers = new Set<string>()
    const present = (name: string, { videosCount, clips }: TrendingRow): TrendingTopic => {
      const covers = coversOf(clips, onCovers)
      for (const { videoId } of covers) onCovers.add(videoId)
      return { ...topic(name, videosCount), covers }
    }
    return {
      tags: shown
        .filter(({ kind }) => kind === 'tag')
        .slice(0, TAGS_MAX)
        .map((row) => present(row.name, row)),
      tools: shown
        .filter((row) => row.kind === 'tool')
        .slice(0, TOOLS_MAX)
        .map((row) => ({ tool: row.name, ...present(toolLabels[row.name], row) })),
    }
  }

  /** Returns the covers of a topic. Clips on the covers of earlier topics come last, so that few tiles look alike. */
  function coversOf(clips: TopicClip[], onCovers: ReadonlySet<string>): TrendingTopic['covers'] {
    return clips
      .toSorted((one, other) => Number(onCovers.has(one.id)) - Number(onCovers.has(other.id)))
      .flatMap(({ id, posterId, placeholder }) => {
        if (posterId === null) return []
        return [{ videoId: id, thumbnailUrl: posterUrl(posterId, config.objectsUrl), placeholder }]
      })
      .slice(0, COVERS_MAX)
  }
}

/**
 * Whether a condition holds for any clip of the cached topics. Also true while the topics are still being read, because
 * their clips are unknown.
 */
function isAnyClip(kept: { rows: TrendingRow[] } | undefined, is: (clip: TopicClip) => boolean): boolean {
  return kept === undefined || kept.rows.some(({ clips }) => clips.some(is))
}

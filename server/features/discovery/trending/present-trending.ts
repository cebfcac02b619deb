import type { Cover, Trending, TrendingTopic } from '../../../../contract/discovery/trending.ts'
import { toolLabels } from '../../../../contract/videos/videos.ts'
import { posterUrl } from '../../../objects/public-address.ts'
import { topic } from '../tags/tags.queries.ts'
import type { TopicClip, TrendingRow } from './trending.queries.ts'

const TAGS_MAX = 12
const TOOLS_MAX = 6
const COVERS_MAX = 3

/** Presents the topics. A topic that only muted creators use is left out, because they wrote its name. */
export function presentTrending(
  rows: TrendingRow[],
  { objectsUrl, mutedIds }: { objectsUrl: string | undefined; mutedIds?: ReadonlySet<string> },
): Trending {
  const shown = rows
    .map((row) => ({ ...row, clips: row.clips.filter(({ userId }) => !mutedIds?.has(userId)) }))
    .filter(({ clips }) => clips.length > 0)
  const onCovers = new Set<string>()
  const present = (name: string, { videosCount, clips }: TrendingRow): TrendingTopic => {
    const covers = presentCovers(clips, onCovers, objectsUrl)
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

/** Presents the covers of a topic. Clips on the covers of earlier topics come last, so that few tiles look alike. */
function presentCovers(clips: TopicClip[], onCovers: ReadonlySet<string>, objectsUrl: string | undefined): Cover[] {
  return clips
    .toSorted((one, other) => Number(onCovers.has(one.id)) - Number(onCovers.has(other.id)))
    .flatMap(({ id, posterId, placeholder }) => {
      if (posterId === null) return []
      return [{ videoId: id, thumbnailUrl: posterUrl(posterId, objectsUrl), placeholder }]
    })
    .slice(0, COVERS_MAX)
}

import type { FastifyInstance } from 'fastify'
import { listSimilarVideos, type SimilarVideos } from '../../../../contract/discovery/similar.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import { VIDEO_COMPARED } from '../../../signals/video-signals.ts'
import type { MutedPeople } from '../../social/mutes-and-blocks/muted-people.ts'
import type { VideoLists } from '../../videos/reading/video-lists.ts'
import { listSimilar, type SimilarVideo } from './similar.queries.ts'

const MAX_KEPT = 5_000
const KEPT_MS = 60_000
/** Approximate memory use of one similar video, in bytes. */
const BYTES_EACH = 200

/** Registers the list of similar videos. It is the same for all viewers, except that muted creators are left out. */
export function similarRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'jobs' | 'signals'>,
  { lists, muted }: { lists: VideoLists; muted: MutedPeople },
): void {
  const similar = new ReadCache<SimilarVideo[]>({
    max: MAX_KEPT,
    maxAgeMs: KEPT_MS,
    bytesOf: (neighbours) => neighbours.length * BYTES_EACH,
    signals: deps.signals,
    droppedBy: { [VIDEO_COMPARED]: 'key' },
  })

  route(app, listSimilarVideos, async ({ viewer, params: { id } }) => {
    await lists.find(id, viewer)
    const neighbours = await similar.get(id, () => listSimilar(deps, id))
    const page = await lists.cache.toPageOf(
      neighbours.map((neighbour) => neighbour.id),
      null,
    )
    const mutedIds = viewer && (await muted.of(viewer))
    const shown = page.filter(({ userId }) => !mutedIds?.has(userId))
    const shownIds = new Set(shown.ids)
    const because: SimilarVideos['because'] = Object.fromEntries(
      neighbours.filter((neighbour) => shownIds.has(neighbour.id)).map((each) => [each.id, each.because]),
    )
    return lists.pageFor(viewer, shown, { because })
  })
}

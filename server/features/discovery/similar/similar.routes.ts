import type { FastifyInstance } from 'fastify'
import { listSimilarVideos } from '../../../../contract/discovery/similar.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import { VIDEO_COMPARED } from '../../../signals/video-signals.ts'
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
  lists: VideoLists,
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
    const ids = neighbours.map((neighbour) => neighbour.id)
    const shown = await lists.withoutMuted(await lists.cache.toPageOf(ids, null), viewer)
    const reasons = new Map(neighbours.map((neighbour) => [neighbour.id, neighbour.because]))
    const because = Object.fromEntries(shown.ids.map((shownId) => [shownId, reasons.get(shownId)]))
    return lists.pageFor(viewer, shown, { because })
  })
}

import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/discovery/rising.ts'
import type { Viewer } from '../../../access/can.ts'
import type { PageOf } from '../../../http/cursor.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import type { MutedPeople } from '../../social/mutes-and-blocks/muted-people.ts'
import { trust } from '../../videos/reading/trust.ts'
import { type CachedPage, withoutCreators } from '../../videos/reading/video-cache.ts'
import type { VideoLists } from '../../videos/reading/video-lists.ts'
import { HOURS_DAYS } from '../../videos/reading/video-hours.ts'
import { HALF_LIFE_HOURS, weights } from './heat.queries.ts'
import { RisingFeed } from './rising-feed.ts'

export function risingRoutes(
  app: FastifyInstance,
  deps: Deps,
  { lists, muted }: { lists: VideoLists; muted: MutedPeople },
): void {
  const feed = new RisingFeed(deps, lists.cache)

  route(app, contract.listRisingVideos, async ({ viewer, query }) => {
    return lists.pageFor(viewer, await readFor(viewer, { feed, muted }, query))
  })

  route(app, contract.getFeedAlgorithm, () => algorithm)
}

/** Without whom the viewer has muted; if that leaves nothing of a page, the next that has something. */
async function readFor(
  viewer: Viewer,
  parts: { feed: RisingFeed; muted: MutedPeople },
  query: PageOf,
): Promise<CachedPage> {
  const page = await parts.feed.getPage(query)
  if (!viewer?.hasMuted) return page
  const shown = withoutCreators(page, await parts.muted.of(viewer))
  if (shown.ids.length > 0 || page.nextCursor === null) return shown
  return readFor(viewer, parts, { limit: query.limit, cursor: page.nextCursor })
}

const algorithm = {
  rising: {
    summary:
      'Heat is the sum of what happened to a video, each by its weight times the trust in whom it comes from, halved ' +
      'for every half-life since. The hottest are first. It is the same for everybody.',
    halfLifeHours: HALF_LIFE_HOURS,
    days: HOURS_DAYS,
    weights,
    trust: {
      own: 0,
      ...trust,
      repeated:
        'The second like of one person for one creator within a week is worth 1/2, the third 1/3; so are comments.',
    },
  },
}

import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/discovery/rising.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import { trust } from '../../videos/counting/trust.ts'
import type { VideoLists } from '../../videos/reading/video-lists.ts'
import { HOURS_DAYS } from '../../videos/counting/video-hours.ts'
import { HALF_LIFE_HOURS, weights } from './heat.queries.ts'
import { createRisingFeed } from './rising-feed.ts'

export function risingRoutes(app: FastifyInstance, deps: Deps, lists: VideoLists): void {
  const load = createRisingFeed(deps)

  route(app, contract.listRisingVideos, async ({ viewer, query }) =>
    lists.pageFor(viewer, await lists.getUnmutedPage(['rising'], query, viewer, load)),
  )

  route(app, contract.getFeedAlgorithm, () => algorithm)
}

const algorithm = {
  rising: {
    summary:
      'Heat is the sum of a video’s likes, comments and views, each multiplied by its weight and by trust, and halved ' +
      'for every half-life since. The hottest videos come first. The order is the same for everyone.',
    halfLifeHours: HALF_LIFE_HOURS,
    days: HOURS_DAYS,
    weights,
    trust: {
      own: 0,
      ...trust,
      repeated:
        'A person’s second like for the same creator within a week counts 1/2, the third 1/3. The same applies to comments.',
    },
  },
}

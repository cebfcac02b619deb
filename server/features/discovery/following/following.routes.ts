import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/discovery/following.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import type { VideoLists } from '../../videos/reading/video-lists.ts'
import { createFollowingFeed } from './following-feed.ts'
import { markSeen } from './following.queries.ts'

export function followingRoutes(app: FastifyInstance, deps: Deps, lists: VideoLists): void {
  const getPage = createFollowingFeed(deps, lists.cache)

  route(app, contract.listFollowingVideos, async ({ viewer, query }) => {
    const { page, caughtUpAt } = await getPage(viewer, query)
    return lists.pageFor(viewer, page, { caughtUpAt })
  })

  route(app, contract.markFollowingSeen, ({ viewer, body }) => markSeen(deps.db, viewer.id, body.videoId))
}

import type { FastifyInstance } from 'fastify'
import * as contract from '../../../contract/creators.ts'
import type { Deps } from '../../setup/deps.ts'
import { PublicJson, route } from '../../http/route.ts'
import { SharedReads } from '../../http/shared-reads.ts'
import { FOLLOWERS_COUNTED, PROFILE_CHANGED } from '../../signals/user-signals.ts'
import { VIDEO_CHANGED, VIDEO_COUNTED } from '../../signals/video-signals.ts'
import { countCreators, listCreators } from './creators.queries.ts'

const MAX_PAGES = 200

export function creatorRoutes(app: FastifyInstance, { db, signals }: Deps): void {
  const pages = new SharedReads<PublicJson>(MAX_PAGES)
  // Counting takes much longer than reading a page, and few things change it.
  const totals = new SharedReads<number>(MAX_PAGES)
  const forgetPages = () => pages.drop()
  for (const topic of [VIDEO_CHANGED, VIDEO_COUNTED, FOLLOWERS_COUNTED]) signals.on(topic, forgetPages)
  const forget = () => {
    pages.drop()
    totals.drop()
  }
  signals.on(PROFILE_CHANGED, forget, forget)

  route(app, contract.listCreators, ({ query }) => {
    const key = [query.sort, query.limit, query.cursor, query.q].join(' ')
    return pages.get(key, async () => {
      const [{ creators, nextCursor }, total] = await Promise.all([
        listCreators(db, query),
        totals.get(query.q, () => countCreators(db, query.q)),
      ])
      return new PublicJson(JSON.stringify({ creators, total, nextCursor }))
    })
  })
}

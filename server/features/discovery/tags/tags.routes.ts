import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/discovery/tags.ts'
import type { Topic } from '../../../../contract/discovery/tags.ts'
import { tagKey } from '../../../../contract/videos/tags.ts'
import type { Db } from '../../../db/connect.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import { PublicJson } from '../../../http/replies/ready-json.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import { VIDEO_CHANGED, VIDEO_INDEXED } from '../../../signals/video-signals.ts'
import type { LoadPage, VideoLists } from '../../videos/reading/video-lists.ts'
import { getTag, getTool, listTagVideos, listToolVideos } from './tags.queries.ts'

const MAX_TOPICS = 1_000

/**
 * Registers the lists of videos with a tag and of videos made with a tool. They are the same for all viewers, except
 * that muted creators are left out.
 */
export function tagRoutes(
  app: FastifyInstance,
  { readShared, signals }: Pick<Deps, 'readShared' | 'signals'>,
  lists: VideoLists,
): void {
  const topics = new ReadCache<PublicJson, ['tag' | 'tool', string]>({
    max: MAX_TOPICS,
    signals,
    droppedBy: { [VIDEO_CHANGED]: 'all', [VIDEO_INDEXED]: 'all' },
  })
  const getTopic = (kind: 'tag' | 'tool', name: string, find: (db: Db) => Promise<Topic>) =>
    topics.get([kind, name], async () => new PublicJson(JSON.stringify(await readShared(find))))

  // The cache key includes the spelling, because the reply for an unused tag repeats it as the name.
  route(app, contract.getTag, ({ params: { tag } }) => getTopic('tag', tag, (db) => getTag(db, tagKey(tag), tag)))

  route(app, contract.listTagVideos, async ({ viewer, params, query }) => {
    const key = tagKey(params.tag)
    const load: LoadPage = (...page) => readShared((db) => listTagVideos(db, key, ...page))
    return lists.pageFor(viewer, await lists.getUnmutedPage(['tag', key], query, viewer, load))
  })

  route(app, contract.getTool, ({ params: { tool } }) => getTopic('tool', tool, (db) => getTool(db, tool)))

  route(app, contract.listToolVideos, async ({ viewer, params: { tool }, query }) => {
    const load: LoadPage = (...page) => readShared((db) => listToolVideos(db, tool, ...page))
    return lists.pageFor(viewer, await lists.getUnmutedPage(['tool', tool], query, viewer, load))
  })
}

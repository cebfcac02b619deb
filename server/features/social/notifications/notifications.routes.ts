import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/social/notifications.ts'
import { batched } from '../../../concurrency/batch.ts'
import type { Deps } from '../../../setup/deps.ts'
import { limitOpenReplies } from '../../../http/guards/open-replies.ts'
import { requireViewer } from '../../../access/account-status.ts'
import { route } from '../../../http/route.ts'
import { sessionKey } from '../../../identity/sessions.ts'
import { countUnread, listNotifications, markAllRead, markRead } from './notifications.queries.ts'
import { UnreadStreams } from './unread-streams.ts'

/** Maximum number of streams per client address. Pages without a stream get the count by polling every half minute. */
const MAX_STREAMS_OF_ADDRESS = 256

export function notificationRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  const countUnreadBatched = batched((userIds: string[]) => countUnread(db, userIds))
  const streams = new UnreadStreams(deps, { countUnread: countUnreadBatched, log: app.log })
  const countStream = limitOpenReplies(deps.config.rateLimits ? MAX_STREAMS_OF_ADDRESS : Infinity)
  // The streams are closed before the server waits for its connections to end.
  app.addHook('preClose', async () => streams.close())

  route(app, contract.listNotifications, ({ viewer, query }) => listNotifications(deps, viewer.id, query))

  route(app, contract.getUnreadCount, async ({ viewer }) => ({
    count: await countUnreadBatched(viewer.id),
  }))

  route(app, contract.markNotificationRead, ({ viewer, params }) => markRead(deps, viewer.id, params.id))

  route(app, contract.markAllNotificationsRead, ({ viewer }) => markAllRead(deps, viewer.id))

  const options = { exposeHeadRoute: false, config: { staysOpen: true } }
  app.get(contract.streamNotifications.path, options, async (request, reply) => {
    const { id } = requireViewer(request.session.person?.())
    if (!countStream(request, reply)) return reply.hijack()
    streams.open(reply, { userId: id, sessionKey: sessionKey(request) })
    return reply
  })
}

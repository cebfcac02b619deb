import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/social/mutes-and-blocks.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import { block, listMuted, mute, unblock, unmute } from './mutes-and-blocks.queries.ts'

/**
 * Registers the endpoints of mutes and blocks. Restricted users may use them, too. Mutes and blocks change what the
 * caller sees and who may contact them, but create no content for others.
 */
export function muteAndBlockRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.muteUser, ({ viewer, params }) => mute(deps, { viewerId: viewer.id, userId: params.id }))

  route(app, contract.unmuteUser, ({ viewer, params }) => unmute(deps, { viewerId: viewer.id, userId: params.id }))

  route(app, contract.blockUser, ({ viewer, params }) => block(deps, { viewerId: viewer.id, userId: params.id }))

  route(app, contract.unblockUser, ({ viewer, params }) => unblock(deps, { viewerId: viewer.id, userId: params.id }))

  route(app, contract.listMuted, ({ viewer, query }) => listMuted(deps.db, viewer.id, query))
}

import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/moderation/decisions.ts'
import * as removal from '../../../../contract/moderation/permanent-removal.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import { decideCase, decideUnasked } from './decide.ts'
import { liftDecision } from './lift.ts'
import { removeVideoPermanently } from './remove-permanently.ts'

export function decisionRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.decideCase, ({ viewer, params, body }) => decideCase(deps, viewer, params.id, body))

  route(app, contract.decideUnasked, ({ viewer, body }) => decideUnasked(deps, viewer, body))

  route(app, contract.liftDecision, ({ viewer, params, body }) => liftDecision(deps, viewer, params.id, body.answer))

  route(app, removal.removeVideoPermanently, async ({ viewer, params, body }) => {
    await deps.limits.take('account-permanent-removals', viewer.id)
    return removeVideoPermanently(deps, params.id, viewer.id, body)
  })
}

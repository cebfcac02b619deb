import type { FastifyInstance } from 'fastify'
import * as contract from '../../../contract/moderation/decisions.ts'
import { requireStaff, requireViewer } from '../../access/standing.ts'
import { route } from '../../http/route.ts'
import type { Deps } from '../../setup/deps.ts'
import { answerAppeal, listAppeals } from './appeals.ts'
import { decideCase, decideUnasked } from './decide.ts'
import { liftDecision } from './lift.ts'
import { appealDecision, listStatements, markStatementSeen } from './statements.ts'

export function decisionRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  route(app, contract.decideCase, ({ viewer, params, body }) => decideCase(deps, requireStaff(viewer), params.id, body))

  route(app, contract.decideUnasked, ({ viewer, body }) => decideUnasked(deps, requireStaff(viewer), body))

  route(app, contract.liftDecision, ({ viewer, params, body }) =>
    liftDecision(deps, requireStaff(viewer), params.id, body.answer),
  )

  route(app, contract.listAppeals, ({ viewer }) => listAppeals(db, requireStaff(viewer).id))

  route(app, contract.answerAppeal, ({ viewer, params, body }) =>
    answerAppeal(deps, requireStaff(viewer), { id: params.id, ...body }),
  )

  // Open to restricted and suspended people, too.
  route(app, contract.listStatements, async ({ viewer }) => ({
    decisions: await listStatements(db, requireViewer(viewer).id),
  }))

  route(app, contract.markStatementSeen, ({ viewer, params }) =>
    markStatementSeen(db, requireViewer(viewer).id, params.id),
  )

  route(app, contract.appealDecision, ({ viewer, params, body }) =>
    appealDecision(deps, requireViewer(viewer).id, { id: params.id, ...body }),
  )
}

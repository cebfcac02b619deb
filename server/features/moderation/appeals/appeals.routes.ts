import type { FastifyInstance } from 'fastify'
import * as counter from '../../../../contract/moderation/counter-notices.ts'
import * as contract from '../../../../contract/moderation/appeals.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import { answerAppeal, listAppeals } from './appeals.ts'
import { sendCounterNotice, markCourtAction } from './counter-notices.ts'
import { appealDecision } from './appeal-decision.ts'
import { listStatements, markStatementSeen } from './statements.ts'

export function appealRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  route(app, contract.listAppeals, ({ viewer }) => listAppeals(db, viewer.id))

  route(app, contract.answerAppeal, ({ viewer, params, body }) =>
    answerAppeal(deps, viewer, { id: params.id, ...body }),
  )

  route(app, counter.markCourtAction, ({ viewer, params, body }) =>
    markCourtAction(db, viewer.id, { id: params.id, ...body }),
  )

  // Restricted and suspended accounts may use these endpoints, too.
  route(app, contract.listStatements, async ({ viewer }) => ({ decisions: await listStatements(db, viewer.id) }))

  route(app, contract.markStatementSeen, ({ viewer, params }) => markStatementSeen(db, viewer.id, params.id))

  route(app, contract.appealDecision, ({ viewer, params, body }) =>
    appealDecision(deps, viewer.id, { id: params.id, ...body }),
  )

  route(app, counter.sendCounterNotice, ({ viewer, params, body }) =>
    sendCounterNotice(deps, viewer.id, params.id, body),
  )
}

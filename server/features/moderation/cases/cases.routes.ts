import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/moderation/cases.ts'
import type { Case } from '../../../../contract/moderation/cases.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import { claimCase, unclaimCase } from './claim-case.ts'
import { getCase } from './get-case.ts'
import { listCases } from './list-cases.ts'

/** @param findDispute Finds the open dispute of the clip's creator, if there is one. */
export function caseRoutes(
  app: FastifyInstance,
  { db }: Pick<Deps, 'db'>,
  findDispute: (videoId: string) => Promise<Case['dispute']>,
): void {
  route(app, contract.listCases, ({ viewer, query }) => listCases(db, viewer.id, query))

  route(app, contract.getCase, ({ viewer, params }) => getCase(db, viewer.id, params.id, findDispute))

  route(app, contract.claimCase, async ({ viewer, params }) => ({ until: await claimCase(db, params.id, viewer.id) }))

  route(app, contract.unclaimCase, ({ viewer, params }) => unclaimCase(db, params.id, viewer.id))
}

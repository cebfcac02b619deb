import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/moderation/eu-statements.ts'
import { writeStaffLog } from '../../../access/staff-log.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import { exportStatements } from './export-statements.ts'

export function euStatementRoutes(
  app: FastifyInstance,
  { db, config: { publicUrl } }: Pick<Deps, 'db' | 'config'>,
): void {
  route(app, contract.exportStatements, async ({ viewer, query: { since }, reply }) => {
    await writeStaffLog(db, viewer.id, 'export-statements', { since: since ?? null })
    reply.type('application/jsonl; charset=utf-8')
    reply.header('content-disposition', 'attachment; filename="statements.jsonl"')
    return Readable.from(exportStatements(db, { since, publicUrl }))
  })
}

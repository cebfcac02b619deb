import type { FastifyInstance } from 'fastify'
import { reportBroken } from '../../../contract/report-broken.ts'
import { reportVideo } from '../../../contract/reports.ts'
import type { Deps } from '../../setup/deps.ts'
import { route } from '../../http/route.ts'
import { sharedFileChecks } from './check-video-file.ts'
import { report } from './reports.queries.ts'

export function reportRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, limits } = deps
  const checkFile = sharedFileChecks(deps)

  route(app, reportVideo, async ({ viewer, params, body, request }) => {
    await limits.take('address-reports', request.ip)
    return { reportId: await report(db, params.id, viewer?.id, body) }
  })

  route(app, reportBroken, async ({ params, request }) => {
    await limits.take('address-broken-reports', request.ip)
    return checkFile(params.id)
  })
}

import type { FastifyInstance } from 'fastify'
import { reportBroken } from '../../../../contract/moderation/report-broken.ts'
import type { CaseKind } from '../../../../contract/moderation/cases.ts'
import * as outcomes from '../../../../contract/moderation/report-outcomes.ts'
import * as contract from '../../../../contract/moderation/reports.ts'
import { requireVisible } from '../../../access/visibility.ts'
import type { Deps } from '../../../setup/deps.ts'
import { route, type Call } from '../../../http/route.ts'
import { sharedFileChecks } from '../../videos/file-check/check-video-file.ts'
import { getReportState, listOwnReports } from './report-outcomes.ts'
import { report } from './reports.queries.ts'

export function reportRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, limits } = deps
  const checkFile = sharedFileChecks(deps)

  const take =
    (kind: CaseKind) =>
    async ({ viewer, params, body, request }: Call<typeof contract.reportVideo>) => {
      await limits.take('address-reports', request.ip)
      if (viewer) await limits.take('account-reports', viewer.id)
      return { reportId: await report(db, { kind, id: params.id }, viewer, body) }
    }
  route(app, contract.reportVideo, take('video'))
  route(app, contract.reportComment, take('comment'))
  route(app, contract.reportAccount, take('account'))

  route(app, outcomes.getReport, async ({ params }) => ({ state: await getReportState(db, params.id) }))

  route(app, outcomes.listOwnReports, async ({ viewer }) => ({ reports: await listOwnReports(db, viewer.id) }))

  route(app, reportBroken, async ({ viewer, params, request }) => {
    await limits.take('address-broken-reports', request.ip)
    await requireVisible(db, params.id, viewer)
    return checkFile(params.id)
  })
}

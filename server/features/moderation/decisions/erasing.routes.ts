import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/moderation/permanent-removal.ts'
import { requireAdmin, requireConfirmedStaff } from '../../../access/account-status.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import { eraseVideo } from './erase-video.ts'

export function erasingRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'storage' | 'signals' | 'limits'>): void {
  route(app, contract.eraseVideo, async ({ viewer, params, body }) => {
    const admin = requireAdmin(viewer)
    requireConfirmedStaff(admin)
    await deps.limits.take('account-erasures', admin.id)
    return eraseVideo(deps, params.id, admin.id, body)
  })
}

import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/moderation/permanent-removal.ts'
import { requireAdmin, requireConfirmedStaff } from '../../../access/account-status.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import { removeVideoPermanently } from './remove-permanently.ts'

export function permanentRemovalRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'storage' | 'signals' | 'cdn' | 'limits'>,
): void {
  route(app, contract.removeVideoPermanently, async ({ viewer, params, body }) => {
    const admin = requireConfirmedStaff(requireAdmin(viewer))
    await deps.limits.take('account-erasures', admin.id)
    return removeVideoPermanently(deps, params.id, admin.id, body)
  })
}

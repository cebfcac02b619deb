import type { FastifyInstance } from 'fastify'
import * as contract from '../../../contract/admin/site-settings.ts'
import { requireAdmin, requireConfirmed } from '../../access/standing.ts'
import { PublicJson } from '../../http/replies/ready-json.ts'
import { route } from '../../http/route.ts'
import type { Deps } from '../../setup/deps.ts'
import { changeSiteSettings } from './change-site-settings.ts'
import { readSiteSettings, type CurrentSettings } from './site-settings.ts'

export function siteSettingRoutes(app: FastifyInstance, deps: Deps, current: CurrentSettings): void {
  route(app, contract.getSite, async () => {
    const { registration, contact } = await current.read()
    return new PublicJson(JSON.stringify({ registration, contact }))
  })

  route(app, contract.getSiteSettings, ({ viewer }) => {
    requireAdmin(viewer)
    return readSiteSettings(deps.db)
  })

  route(app, contract.changeSiteSettings, ({ viewer, body }) => {
    const admin = requireAdmin(viewer)
    requireConfirmed(admin)
    return changeSiteSettings(deps, admin.id, body)
  })
}

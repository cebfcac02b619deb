import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/site/settings.ts'
import type { SiteSettingsChange } from '../../../../contract/site/settings.ts'
import { requireConfirmed, requireConfirmedStaff } from '../../../access/account-status.ts'
import type { Db } from '../../../db/connect.ts'
import { invalidField } from '../../../errors/app-error.ts'
import { isPrivateReceiver, PRIVATE_REFUSAL } from '../../../http/post-webhook.ts'
import { PublicJson } from '../../../http/replies/ready-json.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import { changeSiteSettings, listChanged } from './change-site-settings.ts'
import { storeIcon } from './site-icon.ts'
import { readSiteSettings, type CurrentSettings } from './site-settings.ts'

export function siteSettingRoutes(app: FastifyInstance, deps: Deps, current: CurrentSettings): void {
  route(app, contract.getSite, async () => {
    const { registration, contact, ownRules: added } = await current.read()
    const ownRules = added.filter(({ isRetired }) => !isRetired).map(({ key, title, text }) => ({ key, title, text }))
    return new PublicJson(JSON.stringify({ registration, contact, hasMail: deps.config.mail !== undefined, ownRules }))
  })

  route(app, contract.getSiteSettings, () => readSiteSettings(deps.db))

  route(app, contract.changeSiteSettings, async ({ viewer, body }) => {
    // An admin who cannot have a passkey may use their password to stop requiring passkeys from staff. Otherwise the
    // site could lock out all its staff.
    if (await changesOnlyStaffPasskeys(deps.db, body)) requireConfirmed(viewer)
    else requireConfirmedStaff(viewer)
    if (!deps.config.allowsPrivateWebhook) await refusePrivateWebhook(body.alertWebhook)
    const icon = typeof body.icon === 'string' ? await storeIcon(deps, viewer.id, body.icon) : body.icon
    return changeSiteSettings(deps, viewer.id, icon === undefined ? body : { ...body, icon })
  })
}

async function changesOnlyStaffPasskeys(db: Db, change: SiteSettingsChange): Promise<boolean> {
  if (change.staffPasskeys === undefined) return false
  return listChanged(await readSiteSettings(db), change).every(([key]) => key === 'staffPasskeys')
}

/** Refuses a webhook that would never receive an alert. @throws {AppError} VALIDATION_FAILED */
async function refusePrivateWebhook(address: string | null | undefined): Promise<void> {
  if (address && (await isPrivateReceiver(address))) throw invalidField('alertWebhook', PRIVATE_REFUSAL)
}

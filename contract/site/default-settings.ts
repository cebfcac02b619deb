import { alertKinds } from './alerts.ts'
import { defaultBranding } from './default-branding.ts'
import type { SiteSettings } from './settings.ts'
import { STORAGE_DEFAULT_GB } from './storage.ts'

/** The settings of a site whose admins changed nothing. */
export const defaultSettings: SiteSettings = {
  registration: 'open',
  registrationsPerHour: 200,
  holds: true,
  heldWords: [],
  contact: null,
  staffPasskeys: true,
  verifiedOnly: false,
  alerts: [...alertKinds],
  alertWebhook: null,
  backupDays: 7,
  storageLimitGb: STORAGE_DEFAULT_GB,
  blockedEmailDomains: [],
  blockedNetworks: [],
  blockedLinkDomains: [],
  ...defaultBranding,
}

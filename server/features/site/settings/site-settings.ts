import * as z from 'zod/mini'
import { SiteSettings } from '../../../../contract/site/settings.ts'
import type { Db } from '../../../db/connect.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import type { Deps } from '../../../setup/deps.ts'

/** Somebody changed how the site is run. */
export const SITE_SETTINGS_CHANGED = 'site-settings-changed'

const defaults: SiteSettings = {
  registration: 'open',
  holds: true,
  heldWords: [],
  contact: null,
  staffPasskeys: true,
  verifiedOnly: false,
}

/** How the site is run: read from the database once a second at most, and anew once somebody has changed it. */
export interface CurrentSettings {
  read(): Promise<SiteSettings>
}

export function keepSiteSettings({ db, signals }: Pick<Deps, 'db' | 'signals'>): CurrentSettings {
  const cache = new ReadCache<SiteSettings>({ max: 1, signals, droppedBy: { [SITE_SETTINGS_CHANGED]: 'all' } })
  return { read: () => cache.get('', () => readSiteSettings(db)) }
}

/** What is not set, or was set to something that this version does not know, has its default. */
export async function readSiteSettings(db: Db): Promise<SiteSettings> {
  const rows = await db.selectFrom('siteSettings').select(['key', 'value']).execute()
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  const settings = Object.entries(SiteSettings.shape).map(([key, schema]) => {
    const known = z.safeParse(schema, stored.get(key))
    return [key, known.success ? known.data : defaults[key as keyof SiteSettings]]
  })
  return Object.fromEntries(settings) as SiteSettings
}

import * as z from 'zod/mini'
import { defaultsFor } from '../../../../contract/site/default-branding.ts'
import { defaultSettings } from '../../../../contract/site/default-settings.ts'
import { SiteSettings } from '../../../../contract/site/settings.ts'
import type { Db } from '../../../db/connect.ts'
import { ignoreOutage } from '../../../db/outage.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import type { Deps } from '../../../setup/deps.ts'

/** Emitted after the site settings changed. */
export const SITE_SETTINGS_CHANGED = 'site-settings-changed'

/** Caches the site settings for one second, or until they change. */
export type CurrentSettings = ReturnType<typeof createCurrentSettings>

export function createCurrentSettings({ db, signals }: Pick<Deps, 'db' | 'signals'>) {
  const cache = new ReadCache<SiteSettings>({ max: 1, signals, droppedBy: { [SITE_SETTINGS_CHANGED]: 'all' } })
  let last = defaultSettings
  const read = () => cache.get('', () => readSiteSettings(db))
  return {
    read,
    /** Like `read`. If the database is unavailable, returns the last settings that it read, or the defaults. */
    async readLast(): Promise<SiteSettings> {
      last = (await read().catch(ignoreOutage)) ?? last
      return last
    },
  }
}

/** Reads the site settings. Settings that are unset or have an unknown value get their default. */
export async function readSiteSettings(db: Db): Promise<SiteSettings> {
  const rows = await db.selectFrom('siteSettings').select(['key', 'value']).execute()
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  const { data: siteName } = z.safeParse(SiteSettings.shape.siteName, stored.get('siteName'))
  const unset: SiteSettings = { ...defaultSettings, ...defaultsFor(siteName) }
  const settings = Object.entries(SiteSettings.shape).map(([key, schema]) => {
    const known = z.safeParse(schema, stored.get(key))
    return [key, known.success ? known.data : unset[key as keyof SiteSettings]]
  })
  return Object.fromEntries(settings) as SiteSettings
}

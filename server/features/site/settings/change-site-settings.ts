import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { SiteSettings, SiteSettingsChange } from '../../../../contract/site/settings.ts'
import type { Deps } from '../../../setup/deps.ts'
import { changeOwnRules } from '../../moderation/rules/own-rules.ts'
import { writeStaffLog } from '../../../access/staff-log.ts'
import { readSiteSettings, SITE_SETTINGS_CHANGED } from './site-settings.ts'

/** Settings whose old and new values are logged. For others, which may be long or secret, only the name is logged. */
const loggedWhole: ReadonlySet<string> = new Set([
  'registration',
  'registrationsPerHour',
  'holds',
  'staffPasskeys',
  'verifiedOnly',
  'backupDays',
  'storageLimitGb',
  'siteName',
  'tagline',
  'splashTagline',
  'notFoundHeading',
  'notFoundText',
  'defaultTheme',
  'accentColour',
] satisfies (keyof SiteSettings)[])

/** Stores and logs those of the given settings whose value differs from the stored one. */
export async function changeSiteSettings(
  { db, signals }: Pick<Deps, 'db' | 'signals'>,
  actorId: string,
  change: SiteSettingsChange,
): Promise<SiteSettings> {
  const after = await db.transaction().execute(async (tx) => {
    // Changes are serialised, so that the logged `from` is the real preceding value.
    await sql`select pg_advisory_xact_lock(hashtext('reverie site settings'))`.execute(tx)
    const before = await readSiteSettings(tx)
    const { ownRules } = change
    const wanted = ownRules ? { ...change, ownRules: changeOwnRules(before.ownRules, ownRules) } : change
    for (const [key, value] of listChanged(before, wanted)) {
      await sql`
        insert into site_settings (key, value) values (${key}, ${JSON.stringify(value)})
        on conflict (key) do update set value = excluded.value, changed_at = now()`.execute(tx)
      const values = loggedWhole.has(key) ? { from: before[key as keyof SiteSettings], to: value } : {}
      await writeStaffLog(tx, actorId, 'change-settings', { setting: key, ...values })
    }
    return readSiteSettings(tx)
  })
  signals.emit(SITE_SETTINGS_CHANGED, '')
  return after
}

/** Returns the settings that differ from the stored ones. */
export function listChanged(
  before: SiteSettings,
  change: Partial<SiteSettingsChange | SiteSettings>,
): [key: string, value: unknown][] {
  return Object.entries(change).filter(([key, value]) => !isDeepStrictEqual(value, before[key as keyof SiteSettings]))
}

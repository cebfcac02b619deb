import { type RawBuilder, sql } from 'kysely'
import type { SiteSettings } from '../../contract/site/settings.ts'

/** Returns the key of a setting, for queries of `site_settings`. The compiler refuses unknown keys. */
export const settingKey = (key: keyof SiteSettings): RawBuilder<string> => sql.lit(key)

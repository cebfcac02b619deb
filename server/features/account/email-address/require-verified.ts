import { sql } from 'kysely'
import { isStaff, type Person } from '../../../access/can.ts'
import { settingKey } from '../../../db/setting-key.ts'
import { AppError } from '../../../errors/app-error.ts'
import type { Deps } from '../../../setup/deps.ts'
import type { CurrentSettings } from '../../site/settings/site-settings.ts'

/** The requirement to verify one's e-mail address before publishing and commenting. */
export type Verification = ReturnType<typeof createVerification>

/**
 * Creates the check. Verification is required if an admin has switched it on and the site can send e-mail. Staff are
 * exempt, and so are accounts created before it was switched on.
 */
export function createVerification({ db, config }: Pick<Deps, 'db' | 'config'>, settings: CurrentSettings) {
  async function isDue(person: Pick<Person, 'id' | 'role'>): Promise<boolean> {
    if (!config.mail || isStaff(person) || !(await settings.read()).verifiedOnly) return false
    const { rows } = await sql`
      select from users where id = ${person.id} and email_verified_at is null
        and created_at > (select changed_at from site_settings where key = ${settingKey('verifiedOnly')})`.execute(db)
    return rows.length > 0
  }
  return {
    isDue,
    /** @throws {AppError} EMAIL_UNVERIFIED if verification is due. */
    async require(person: Pick<Person, 'id' | 'role'>): Promise<void> {
      if (!(await isDue(person))) return
      throw new AppError(
        'EMAIL_UNVERIFIED',
        'Please confirm your email address first: open the link in the email we sent you. You can resend it under Email in your settings.',
      )
    },
  }
}

import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import { durationInWords } from '../../../format/in-words.ts'
import type { SiteSettings } from '../../../../contract/site/settings.ts'
import { amongNetworks } from '../../../http/networks.ts'
import { isBlockedDomain } from '../email-address/request-change.ts'

/**
 * Refuses a registration if more than `max` accounts were created within the last hour. Samples and accounts with an
 * invitation do not count. Within the transaction that creates an account, the new account itself counts. The limit is
 * then exact, because `createUser` runs one at a time.
 *
 * @throws {AppError} RATE_LIMITED, with the time at which the oldest of these accounts is an hour old.
 */
export async function refuseBeyondHourly(db: Db, max: number): Promise<void> {
  // An account may have been created after this transaction began. The wait would then exceed an hour.
  const { rows } = await sql<{ seconds: number }>`
    select least(3600, ceil(extract(epoch from created_at + interval '1 hour' - now())))::int as seconds from users
    where not is_sample and not exists (select from invited_users where user_id = users.id)
    order by user_number desc offset ${max} limit 1`.execute(db)
  const seconds = rows[0]?.seconds ?? 0
  if (seconds <= 0) return
  const message = `Many people are signing up right now. Try again in ${durationInWords(seconds)}.`
  throw new AppError('RATE_LIMITED', message, { retryAfterSeconds: seconds })
}

/**
 * Refuses registrations with an e-mail domain or from a network that admins have blocked. The sentence is the same for
 * both, so that a spammer does not learn what to change.
 *
 * @param ip The client's address.
 * @throws {AppError} ACCESS_DENIED
 */
export function refuseBlockedRegistration(
  { blockedEmailDomains, blockedNetworks }: SiteSettings,
  { email, ip }: { email: string; ip: string },
): void {
  if (!isBlockedDomain(email, blockedEmailDomains) && !amongNetworks(blockedNetworks)(ip)) return
  throw new AppError(
    'ACCESS_DENIED',
    'We can’t create this account. If you think this is a mistake, please contact us.',
  )
}

import type { SiteSettings } from '../../../../contract/site/settings.ts'
import { AppError } from '../../../errors/app-error.ts'
import { amongNetworks } from '../../../http/guards/trusted-proxies.ts'
import { isBlockedDomain } from '../email-address/blocked-domains.ts'

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

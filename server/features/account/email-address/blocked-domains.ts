import { isWithin } from '../../moderation/comment-filter/find-domain.ts'

/** Whether an address, in lower case, belongs to one of the domains or their subdomains. */
export function isBlockedDomain(email: string, domains: readonly string[]): boolean {
  return isWithin(email.slice(email.lastIndexOf('@') + 1), new Set(domains))
}

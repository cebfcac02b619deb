import { isWithin } from '../../moderation/comment-filter/find-domain.ts'

/** Returns whether an address, in lower case, is of a domain that admins have blocked. */
export function isBlockedDomain(email: string, domains: readonly string[]): boolean {
  return isWithin(email.slice(email.lastIndexOf('@') + 1), new Set(domains))
}

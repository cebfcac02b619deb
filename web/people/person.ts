import type { PublicUser } from '../../contract/social/profiles.ts'

/** Returns the name to show for a person. */
export function nameOf({ displayName, username }: Pick<PublicUser, 'displayName' | 'username'>): string {
  return displayName || username || 'User'
}

/** Returns the address of a person's profile. */
export function profilePath(username: string): string {
  return `/profile/${username}`
}

import type { Creator } from '../../../../contract/social/profiles.ts'

/** A person in a sentence: `@name`, or how they are called where they have none. */
export function ByWhom({ creator: { username, displayName } }: { creator: Creator }) {
  return username === null ? <bdi>{displayName || 'somebody'}</bdi> : <>@{username}</>
}

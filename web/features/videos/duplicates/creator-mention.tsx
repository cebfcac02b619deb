import type { Creator } from '../../../../contract/social/profiles.ts'

/** A person's name within a sentence: `@name`, or the display name if the account has no username. */
export function CreatorMention({ creator: { username, displayName } }: { creator: Creator }) {
  return username === null ? <bdi>{displayName || 'someone'}</bdi> : <>@{username}</>
}

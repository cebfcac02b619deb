import { Link } from 'wouter'
import type { Creator } from '../../contract/social/profiles.ts'
import { profilePath } from './person.ts'

interface CreatorMentionProps {
  creator: Pick<Creator, 'username' | 'displayName'>
  /** Classes of the link to the profile. Without them, the name is no link. */
  linkClass?: string
}

/** A person's name within a sentence: `@name`, or the display name if the account has no username. */
export function CreatorMention({ creator: { username, displayName }, linkClass }: CreatorMentionProps) {
  if (username === null) return <bdi>{displayName || 'someone'}</bdi>
  if (linkClass === undefined) return <>@{username}</>
  return (
    <Link href={profilePath(username)} className={linkClass}>
      @{username}
    </Link>
  )
}

import type { PublicUser } from '../../../../contract/social/profiles.ts'
import { nameOf } from '../../../people/person.ts'
import { Button } from '../../../ui/button.tsx'
import { useToggleFollow } from './use-toggle-follow.ts'

const variants = {
  alone: { off: 'primary', on: 'quiet' },
  listed: { off: 'quiet', on: 'ghost' },
  overlay: { off: 'overlay', on: 'bare' },
} as const

interface FollowButtonProps {
  person: Pick<PublicUser, 'id' | 'username' | 'displayName'> & { isFollowing: boolean }
  /** Where the button appears: alone on a profile, beside a name in a list, or over a picture. */
  place?: keyof typeof variants
  className?: string
}

export function FollowButton({ person, place = 'alone', className }: FollowButtonProps) {
  const toggleFollow = useToggleFollow()
  const word = person.isFollowing ? 'Following' : 'Follow'
  return (
    <Button
      variant={variants[place][person.isFollowing ? 'on' : 'off']}
      aria-label={place === 'alone' ? undefined : `${word} ${nameOf(person)}`}
      className={className}
      onClick={() => toggleFollow(person)}
    >
      {/* Both words take the same width, so that nothing beside the button moves. */}
      <span className="grid after:invisible after:h-0 after:content-['Following']">{word}</span>
    </Button>
  )
}

import type { PublicUser } from '../../../contract/users.ts'
import { Button } from '../../ui/button.tsx'
import { useToggleFollow } from './use-toggle-follow.ts'

const variants = { alone: { off: 'primary', on: 'quiet' }, listed: { off: 'quiet', on: 'ghost' } } as const

interface FollowButtonProps {
  person: Pick<PublicUser, 'id' | 'username' | 'displayName'> & { isFollowing: boolean }
  /** In a list of people: quieter, and its name says whom. */
  listed?: boolean
}

export function FollowButton({ person, listed = false }: FollowButtonProps) {
  const toggleFollow = useToggleFollow()
  const word = person.isFollowing ? 'Following' : 'Follow'
  return (
    <Button
      variant={variants[listed ? 'listed' : 'alone'][person.isFollowing ? 'on' : 'off']}
      aria-label={listed ? `${word} ${person.displayName || person.username || 'User'}` : undefined}
      onClick={() => toggleFollow(person)}
    >
      {word}
    </Button>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { Creator } from '../../../../contract/social/profiles.ts'
import { profileByIdQuery } from '../../../people/profile.queries.ts'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'
import { FollowButton } from './follow-button.tsx'

interface FollowCreatorProps {
  creator: Creator
  place: 'listed' | 'overlay'
  className?: string
}

/** Follows who made a clip, beside their name: for everybody but themselves. */
export function FollowCreator({ creator, place, className = '' }: FollowCreatorProps) {
  const { user } = useOwnUser()
  const isOwn = user?.id === creator.id
  const { data } = useQuery({ ...profileByIdQuery(creator.id), refetchOnMount: true, enabled: !!user && !isOwn })
  if (isOwn) return null
  // Visitors follow nobody. Until it is known what it says, it keeps its room.
  const isFollowing = user === null ? false : data?.user.isFollowing
  return (
    <FollowButton
      person={{ ...creator, isFollowing: isFollowing ?? false }}
      place={place}
      className={isFollowing === undefined ? `invisible ${className}` : className}
    />
  )
}

import { useQuery } from '@tanstack/react-query'
import type { Creator } from '../../../../contract/social/profiles.ts'
import { profileByIdQuery } from '../../../people/profile-cache.ts'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'
import { FollowButton } from './follow-button.tsx'

interface FollowCreatorProps {
  creator: Creator
  place: 'listed' | 'overlay'
  className?: string
}

/** A button that follows a clip's creator. Not shown to the creator, and not for a blocked one. */
export function FollowCreator({ creator, place, className = '' }: FollowCreatorProps) {
  const user = useOwnUser()
  const isOwn = user?.id === creator.id
  const { data } = useQuery({ ...profileByIdQuery(creator.id), refetchOnMount: true, enabled: !!user && !isOwn })
  if (isOwn || data?.user.relation === 'block') return null
  // Visitors follow no one. The button keeps its space while the state loads.
  const isFollowing = user === null ? false : data?.user.isFollowing
  return (
    <FollowButton
      person={{ ...creator, isFollowing: isFollowing ?? false }}
      place={place}
      className={isFollowing === undefined ? `invisible ${className}` : className}
    />
  )
}

import type { Profile } from '../../../../contract/social/profiles.ts'
import { buildOwnUser } from '../../../test/build.ts'

/** Returns the profile of Ada, as another person sees it. */
export function buildProfile(changed: Partial<Profile> = {}): Profile {
  const { id, username, displayName, bio, avatarUrl, location, website, joinedDate, isSample } = buildOwnUser()
  return {
    id,
    username,
    displayName,
    bio,
    avatarUrl,
    location,
    website,
    joinedDate,
    isSample,
    userNumber: 1,
    followersCount: 0,
    followingCount: 0,
    videosCount: 0,
    totalViews: 0,
    totalLikes: 0,
    rank: 1,
    isFollowing: false,
    isOwnProfile: false,
    relation: null,
    isWebsiteLinked: true,
    ...changed,
  }
}

import { type UseQueryResult, useQuery, useInfiniteQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { useParams } from 'wouter'
import type { Profile } from '../../../../contract/social/profiles.ts'
import { formatCount } from '../../../format/count.ts'
import { isNotFound } from '../../../net/api-error.ts'
import { useAddressParam } from '../../../page/address-param.ts'
import { useChosenCreator } from '../../../people/chosen-creator.ts'
import { nameOf } from '../../../people/person.ts'
import { profileByIdQuery, profileByUsernameQuery } from '../../../people/profile-cache.ts'
import { Notice } from '../../../ui/notice.tsx'
import { QueryContent } from '../../../ui/loading/query-content.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Protected } from '../../../viewer/sign-in/protected.tsx'
import { OwnVideos } from './own-videos.tsx'
import { likedCount, likedVideosQuery } from './liked-videos.queries.ts'
import { LikedVideos } from './liked-videos.tsx'
import { ProfileHeader } from './profile-header.tsx'
import { ProfileVideos } from './profile-videos.tsx'

/**
 * `/profile/{username}` shows any profile. `/profile` shows the viewer's own profile or that of the creator last chosen
 * (`chosen-creator.ts`).
 */
export function ProfilePage() {
  const { username } = useParams<{ username?: string }>()
  if (username === undefined) return <OwnOrChosenProfile />
  return <ProfileByUsername key={username} username={username} />
}

function OwnOrChosenProfile() {
  const chosenId = useChosenCreator()
  if (chosenId !== null) return <ProfileById key={chosenId} id={chosenId} />
  return <Protected>{(user) => <ProfileById key={user.id} id={user.id} />}</Protected>
}

function ProfileByUsername({ username }: { username: string }) {
  return <LoadedProfile query={useQuery(profileByUsernameQuery(username))} />
}

function ProfileById({ id }: { id: string }) {
  const query = useQuery(profileByIdQuery(id))
  return (
    <>
      <FromTheTop />
      <LoadedProfile query={query} />
    </>
  )
}

/**
 * Scrolls to the top. The router does not, because the path of a chosen creator and of the viewer's own profile is the
 * same. Rendered before the page, so that the wall can restore its own position afterwards.
 */
function FromTheTop() {
  useLayoutEffect(() => {
    scrollTo(0, 0)
  }, [])
  return null
}

function LoadedProfile({ query }: { query: UseQueryResult<{ user: Profile }> }) {
  if (isNotFound(query.error)) {
    return (
      <Notice
        title="User not found"
        sentence="The user you're looking for doesn't exist."
        link={['/', 'Back to Feed']}
      />
    )
  }
  return (
    <QueryContent query={query} what="this profile" page>
      {({ user }) => <ProfileContent profile={user} />}
    </QueryContent>
  )
}

function ProfileContent({ profile }: { profile: Profile }) {
  const name = nameOf(profile)
  return (
    <div className="mx-auto max-w-[110rem] pb-32 sm:px-6">
      <ProfileHeader profile={profile} name={name} />
      <ProfileTabs profile={profile} name={name} />
    </div>
  )
}

function ProfileTabs({ profile, name }: { profile: Profile; name: string }) {
  const [tab, setTab] = useAddressParam('tab', 'videos')
  // Likes are private, and so is their number.
  const { data: liked } = useInfiniteQuery({ ...likedVideosQuery(profile.id), enabled: profile.isOwnProfile })
  return (
    <section aria-label="Videos of this profile" className="max-sm:[&_:has(>[role=tablist])]:px-4">
      <Tabs
        label="Videos of this profile"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'videos',
            label: `Videos (${formatCount(profile.videosCount)})`,
            content: profile.isOwnProfile ? (
              <OwnVideos userId={profile.id} />
            ) : (
              <ProfileVideos userId={profile.id} isOwnProfile={false} />
            ),
          },
          {
            value: 'liked',
            label: liked ? `Liked (${likedCount(liked)})` : 'Liked',
            content: <LikedVideos userId={profile.id} name={name} isOwnProfile={profile.isOwnProfile} />,
          },
        ]}
      />
    </section>
  )
}

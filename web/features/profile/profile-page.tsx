import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import type { Profile } from '../../../contract/users.ts'
import { ApiError } from '../../api.ts'
import { NotArrived, Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageSpinner } from '../../ui/spinner.tsx'
import { Protected } from '../auth/protected.tsx'
import { profileByIdQuery, profileByUsernameQuery } from './profile.queries.ts'
import { ProfileHeader } from './profile-header.tsx'
import { ProfileVideos } from './profile-videos.tsx'

/** `/profile/{username}` is anybody's page, `/profile` one's own. */
export function ProfilePage() {
  const { username } = useParams<{ username?: string }>()
  if (username === undefined) return <Protected>{(user) => <OwnProfile id={user.id} />}</Protected>
  return <ProfileByUsername key={username} username={username} />
}

function ProfileByUsername({ username }: { username: string }) {
  return <LoadedProfile query={useQuery(profileByUsernameQuery(username))} />
}

function OwnProfile({ id }: { id: string }) {
  return <LoadedProfile query={useQuery(profileByIdQuery(id))} />
}

function LoadedProfile({ query: { data, error, refetch } }: { query: UseQueryResult<{ user: Profile }> }) {
  if (data) {
    return (
      <div className="mx-auto max-w-[110rem] pb-32 sm:px-6">
        <ProfileHeader profile={data.user} />
        <ProfileVideos profile={data.user} />
      </div>
    )
  }
  if (error instanceof ApiError && [400, 404].includes(error.status)) {
    return (
      <Notice
        heading={<PageHeading title="User not found">User not found</PageHeading>}
        sentence="The user you're looking for doesn't exist."
      />
    )
  }
  if (error) return <NotArrived what="This profile" page onRetry={() => void refetch()} />
  return <PageSpinner />
}

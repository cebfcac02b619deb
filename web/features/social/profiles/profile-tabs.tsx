import { useInfiniteQuery } from '@tanstack/react-query'
import type { Profile } from '../../../../contract/social/profiles.ts'
import { formatCount } from '../../../format/count.ts'
import { useAddressParam } from '../../../page/address-param.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { likedCount, likedVideosQuery } from './liked-videos.queries.ts'
import { LikedVideos } from './liked-videos.tsx'
import { OwnVideos } from './hidden-videos.tsx'
import { ProfileVideos } from './profile-videos.tsx'

export function ProfileTabs({ profile, name }: { profile: Profile; name: string }) {
  const [tab, setTab] = useAddressParam('tab', 'videos')
  // Likes are private, and so is their number.
  const { data: liked } = useInfiniteQuery({ ...likedVideosQuery(profile.id), enabled: profile.isOwnProfile })
  return (
    <section aria-label="Videos of this profile" className="max-sm:[&_:has(>[role=tablist])]:px-4">
      <Tabs
        label="Videos of this profile"
        value={tab === 'liked' ? 'liked' : 'videos'}
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

import Trophy from 'lucide-react/icons/trophy'
import type { ReactNode } from 'react'
import { type Profile, ALPHA_CREATORS } from '../../../../contract/social/profiles.ts'
import { ordinal } from '../../../format/count.ts'
import { isInAlpha } from '../../../page/site.ts'
import { Avatar, initial } from '../../../ui/avatar.tsx'
import { ClampedText } from '../../../ui/clamped-text.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { ProfileAbout } from './profile-about.tsx'
import { ProfileActions } from './profile-actions.tsx'
import { ProfileStats } from './profile-stats.tsx'

/** Maximum length of a name in large type, which narrow windows never use. */
const LARGE_MAX_LENGTH = 30

/** Explains why the clips on this profile appear in no other list. */
const leftOut = {
  mute: 'You’ve muted this person. You’ll see their clips only on this page.',
  block: 'You’ve blocked this person. You’ll see their clips only on this page.',
}

export function ProfileHeader({ profile, name }: { profile: Profile; name: string }) {
  return (
    // The column with the actions has a fixed width. If its texts decided its width, the name could wrap when the web
    // font arrives. In short windows the actions begin at its left edge. Otherwise a button that appears late would
    // move the others far.
    <header className="grid gap-x-8 gap-y-2 px-4 pt-3 pb-3 sm:px-0 sm:pt-4 short:pt-1 short:pb-2 beside:grid-cols-[1fr_minmax(24rem,40%)]">
      {/* With large text on a phone, the name is below the picture. */}
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 sm:gap-x-6 short:gap-x-4">
        <Avatar src={profile.avatarUrl} fallback={initial(profile.username, profile.displayName)} size="xl" />
        <div className="min-w-0 grow basis-40">
          <PageHeading
            title={name}
            className={`headline text-title ${name.length > LARGE_MAX_LENGTH ? '' : 'sm:text-display'}`}
          >
            <bdi>{name}</bdi>
          </PageHeading>
          <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-muted max-xl:text-small">
            {profile.username && <span>@{profile.username}</span>}
            {profile.isSample ? <Badge>Sample</Badge> : <RankAndNumber {...profile} />}
          </div>
        </div>
      </div>
      <div className="grid content-start beside:row-span-2 lg:justify-items-end">
        <ProfileActions profile={profile} name={name} />
        <ProfileStats profile={profile} name={name} />
        <ProfileAbout profile={profile} />
      </div>
      <div className="flex flex-col gap-2 empty:hidden">
        {profile.relation && <p className="text-ink-muted">{leftOut[profile.relation]}</p>}
        {profile.bio && <ClampedText key={profile.bio} text={profile.bio} className="max-w-2xl" />}
      </div>
    </header>
  )
}

/** The rank among all creators, and the sign-up number if the person is one of the first creators. */
function RankAndNumber({ rank, userNumber }: Pick<Profile, 'rank' | 'userNumber'>) {
  return (
    <>
      {rank !== null && (
        <Badge>
          <Trophy className="size-3.5" />
          <span className="sr-only">Rank: </span>
          {ordinal(rank)}
        </Badge>
      )}
      {userNumber !== null && userNumber <= ALPHA_CREATORS && (
        <Badge>
          <span>
            {isInAlpha() ? 'Alpha' : 'Early'} <span className="max-xl:sr-only">creator </span>#{userNumber}
          </span>
        </Badge>
      )}
    </>
  )
}

function Badge({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full bg-surface px-3 py-1 text-small whitespace-nowrap text-ink-muted">
      {children}
    </span>
  )
}

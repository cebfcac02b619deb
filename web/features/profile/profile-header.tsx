import CalendarDays from 'lucide-react/icons/calendar-days'
import Link2 from 'lucide-react/icons/link-2'
import MapPin from 'lucide-react/icons/map-pin'
import Share2 from 'lucide-react/icons/share-2'
import Trophy from 'lucide-react/icons/trophy'
import type { ReactNode } from 'react'
import type { Profile } from '../../../contract/users.ts'
import { ALPHA_CREATORS } from '../../../contract/users.ts'
import { Avatar, initial } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ordinal, shortenCount } from '../../ui/count.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { shareLink } from '../../ui/share.ts'
import { useLogout } from '../auth/auth.queries.ts'

export function ProfileHeader({ profile }: { profile: Profile }) {
  const name = profile.displayName || profile.username || 'User'
  return (
    <header className="flex flex-col gap-8 px-4 pt-8 pb-10 sm:px-0 md:flex-row md:gap-10 md:pt-12">
      <Avatar src={profile.avatarUrl} fallback={initial(profile.username, profile.displayName)} size="xl" />
      <div className="flex min-w-0 grow flex-col gap-5">
        <div className="flex flex-wrap items-start justify-between gap-4">
          <div className="min-w-0">
            <PageHeading title={name} className="headline text-display">
              {name}
            </PageHeading>
            <div className="mt-2 flex flex-wrap items-center gap-3 text-ink-muted">
              {profile.username && <span>@{profile.username}</span>}
              {profile.rank !== null && (
                <Badge>
                  <Trophy aria-hidden="true" className="size-3.5" />
                  <span className="sr-only">Rank: </span>
                  {ordinal(profile.rank)}
                </Badge>
              )}
              {profile.userNumber <= ALPHA_CREATORS && <Badge>Alpha creator</Badge>}
            </div>
          </div>
          <Actions profile={profile} name={name} />
        </div>
        <dl className="flex flex-wrap gap-x-8 gap-y-3">
          <Stat name="Videos" count={profile.videosCount} />
          <Stat name="Followers" count={profile.followersCount} />
          <Stat name="Following" count={profile.followingCount} />
          <Stat name="Views" count={profile.totalViews} />
        </dl>
        {profile.bio && <p className="max-w-2xl whitespace-pre-line">{profile.bio}</p>}
        <About profile={profile} />
      </div>
    </header>
  )
}

function Badge({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full bg-surface px-3 py-1 text-small text-accent-ink">
      {children}
    </span>
  )
}

function Stat({ name, count }: { name: string; count: number }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-small text-ink-muted">{name}</dt>
      <dd className="text-lead font-strong tabular-nums">{shortenCount(count)}</dd>
    </div>
  )
}

function Actions({ profile, name }: { profile: Profile; name: string }) {
  const logout = useLogout()
  return (
    <div className="flex gap-2">
      {profile.username !== null && (
        <Button onClick={() => void shareProfile(profile.username!, name)}>
          <Share2 aria-hidden="true" className="size-4" />
          Share
        </Button>
      )}
      {profile.isOwnProfile && (
        <Button pending={logout.isPending} onClick={() => logout.mutate()}>
          Sign Out
        </Button>
      )}
    </div>
  )
}

function shareProfile(username: string, name: string): Promise<void> {
  return shareLink({
    url: `${location.origin}/profile/${username}`,
    title: `${name} on Reverie`,
    text: `AI-generated videos by ${name}`,
    copied: ['Profile link copied!', 'The profile URL has been copied to your clipboard.'],
    notCopied: 'Share profile',
  })
}

function About({ profile: { location, website, joinedDate } }: { profile: Profile }) {
  const joined = new Date(joinedDate).toLocaleDateString(undefined, { month: 'long', year: 'numeric' })
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-2 text-small text-ink-muted">
      {location && (
        <Line icon={MapPin}>
          <span>{location}</span>
        </Line>
      )}
      {website && /^https?:\/\//i.test(website) && (
        <Line icon={Link2}>
          <a
            href={website}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="underline decoration-line underline-offset-4 transition-colors hover:text-ink"
          >
            {website.replace(/^https?:\/\//i, '').replace(/\/$/, '')}
          </a>
        </Line>
      )}
      <Line icon={CalendarDays}>Joined {joined}</Line>
    </ul>
  )
}

function Line({ icon: Icon, children }: { icon: typeof MapPin; children: ReactNode }) {
  return (
    <li className="inline-flex items-center gap-2">
      <Icon aria-hidden="true" className="size-4" />
      {children}
    </li>
  )
}

import CalendarDays from 'lucide-react/icons/calendar-days'
import Link2 from 'lucide-react/icons/link-2'
import MapPin from 'lucide-react/icons/map-pin'
import Rss from 'lucide-react/icons/rss'
import type { ReactNode } from 'react'
import { feedPath } from '../../../../contract/discovery/rss.ts'
import type { Profile } from '../../../../contract/social/profiles.ts'
import { profilePath } from '../../../people/person.ts'

const line = 'inline-flex min-w-0 items-center gap-2'
const link = 'underline decoration-line underline-offset-4 transition-colors hover:text-ink pointer-coarse:min-h-11'

export function ProfileAbout({
  profile: { username, location, website, isWebsiteLinked, joinedDate },
}: {
  profile: Profile
}) {
  const joined = new Date(joinedDate).toLocaleDateString(undefined, { month: 'long', year: 'numeric' })
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small text-ink-muted lg:justify-end">
      {location && (
        <Line icon={MapPin}>
          <bdi>{location}</bdi>
        </Line>
      )}
      {website && /^https?:\/\//i.test(website) && (
        <Line icon={Link2}>
          <Website address={website} isLinked={isWebsiteLinked} />
        </Line>
      )}
      <Line icon={CalendarDays}>Joined {joined}</Line>
      {username && (
        <li className="flex">
          <a href={feedPath(profilePath(username), 'rss')} className={`${line} ${link}`}>
            <Rss className="size-4 shrink-0" />
            RSS
          </a>
        </li>
      )}
    </ul>
  )
}

/** A new account's website is plain text, because links would attract spammers. */
function Website({ address, isLinked }: { address: string; isLinked: boolean }) {
  // A name before the host, which old addresses may have, could be taken for the host.
  const shown = address.replace(/^https?:\/\/(?:[^/@]*@)?/i, '').replace(/\/$/, '')
  if (!isLinked) return <span className="min-w-0 break-all">{shown}</span>
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow ugc" className={`${line} ${link}`}>
      {shown}
    </a>
  )
}

function Line({ icon: Icon, children }: { icon: typeof MapPin; children: ReactNode }) {
  return (
    <li className={line}>
      <Icon className="size-4 shrink-0" />
      {children}
    </li>
  )
}

import { useState } from 'react'
import type { Profile } from '../../../../contract/social/profiles.ts'
import { shortenCount } from '../../../format/count.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import type { PeopleList } from '../../../people/people-cache.ts'

const PeopleDialog = lazyPart(() => import('../follows/people-dialog.tsx'), 'PeopleDialog')

export function ProfileStats({ profile, name }: { profile: Profile; name: string }) {
  const [opened, setOpened] = useState<PeopleList>()
  const close = () => setOpened(undefined)
  return (
    <>
      <ul className="-mx-1.5 flex flex-wrap sm:gap-x-3">
        <li className={shape}>
          <Stat name="Videos" count={profile.videosCount} />
        </li>
        <PeopleStat name="Followers" count={profile.followersCount} onOpen={() => setOpened('followers')} />
        <PeopleStat name="Following" count={profile.followingCount} onOpen={() => setOpened('following')} />
        <li className={shape}>
          <Stat name="Views" count={profile.totalViews} />
        </li>
      </ul>
      {opened && <PeopleDialog list={opened} person={{ id: profile.id, name }} onClose={close} />}
    </>
  )
}

const shape = 'flex min-h-11 items-center px-1.5'

function Stat({ name, count }: { name: string; count: number }) {
  return (
    <span>
      <span className="font-strong tabular-nums">{shortenCount(count)}</span>{' '}
      <span className="text-small text-ink-muted">{name}</span>
    </span>
  )
}

function PeopleStat({ onOpen, ...stat }: { name: string; count: number; onOpen: () => void }) {
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className={`${shape} rounded-control transition-colors duration-150 hover:bg-surface`}
      >
        <Stat {...stat} />
      </button>
    </li>
  )
}

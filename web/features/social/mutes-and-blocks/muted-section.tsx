import { useInfiniteQuery } from '@tanstack/react-query'
import type { MutedPerson } from '../../../../contract/social/mutes-and-blocks.ts'
import type { OwnUser } from '../../../../contract/account/users.ts'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { itemsOf } from '../../../net/paged-query.ts'
import { nameOf } from '../../../people/person.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { useFocusAfterRemoval } from '../../../ui/lists/use-focus-after-removal.ts'
import { CreatorLink } from '../creators/creator-link.tsx'
import { mutedQuery } from './mutes-and-blocks.queries.ts'
import { useMuteOrBlock } from './use-mute-or-block.ts'

/** The settings section with muted and blocked people, each with a button that undoes the mute or block. */
export function MutedSection({ user }: { user: OwnUser }) {
  const query = useInfiniteQuery(mutedQuery(user.id))
  const people = itemsOf(query.data, 'muted')
  return (
    <PagedList
      query={query}
      what="people"
      items={people}
      empty={
        <Notice
          heading="You haven’t muted or blocked anyone"
          sentence="You can mute or block people on their profile, or next to their clips and comments."
        />
      }
      loadsOnScroll
    >
      <ul aria-label="Muted and blocked people" className="flex flex-col gap-1">
        {people.map((person) => (
          <MutedItem key={person.id} person={person} />
        ))}
      </ul>
    </PagedList>
  )
}

function MutedItem({ person }: { person: MutedPerson }) {
  const { undoMuteOrBlock } = useMuteOrBlock()
  const row = useFocusAfterRemoval<HTMLLIElement>()
  const word = person.relation === 'block' ? 'Unblock' : 'Unmute'
  return (
    <li ref={row} className="flex min-h-16 items-center justify-between gap-4 py-1 max-[16rem]:flex-wrap">
      <div className="min-w-0">
        <CreatorLink creator={person} size="md" />
      </div>
      <div className="flex shrink-0 items-center gap-4">
        <span className="text-small text-ink-muted max-sm:hidden">
          {person.relation === 'block' ? 'Blocked' : 'Muted'} <RelativeTime iso={person.createdAt} />
        </span>
        <Button aria-label={`${word} ${nameOf(person)}`} onClick={() => void undoMuteOrBlock(person, person.relation)}>
          {word}
        </Button>
      </div>
    </li>
  )
}

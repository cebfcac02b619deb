import { useInfiniteQuery } from '@tanstack/react-query'
import { listFollowers, listFollowing } from '../../../../contract/social/follows.ts'
import { itemsOf, pagedQuery } from '../../../net/paged-query.ts'
import type { PeopleList } from '../../../people/people-cache.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { withoutMuted } from '../../../videos/video-list.ts'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'
import { CreatorLink } from '../creators/creator-link.tsx'
import { FollowButton } from './follow-button.tsx'

const texts = {
  followers: { title: 'Followers', around: ['People who follow ', '.'], none: 'No followers yet' },
  following: { title: 'Following', around: ['People ', ' follows.'], none: 'Not following anyone yet' },
}

interface PeopleDialogProps {
  list: PeopleList
  person: { id: string; name: string }
  onClose: () => void
}

export function PeopleDialog({ list, person, onClose }: PeopleDialogProps) {
  const [before, after] = texts[list].around
  return (
    <Dialog
      title={texts[list].title}
      description={
        // The description stays on one line, however long the name is.
        <span className="flex whitespace-pre">
          {before}
          <bdi className="truncate">{person.name}</bdi>
          {after}
        </span>
      }
      onClose={onClose}
    >
      {/* The list extends to the dialog's edges, so that focus rings are not clipped. */}
      <div className="-mx-3 max-h-[350px] overflow-y-auto overscroll-contain px-3">
        <People list={list} id={person.id} />
      </div>
    </Dialog>
  )
}

function People({ list, id }: { list: PeopleList; id: string }) {
  const viewer = useOwnUser()
  const query = useInfiniteQuery(peopleQuery(list, id))
  const people = itemsOf(query.data, 'people')
  return (
    <PagedList
      query={query}
      what="people"
      items={people}
      loading={<PeopleSkeleton />}
      empty={<p className="py-10 text-center text-ink-muted">{texts[list].none}</p>}
      isCompact
      loadsOnScroll
    >
      <ul aria-label={texts[list].title}>
        {people.map((one) => (
          <li
            key={one.id}
            className="flex min-h-15 items-center justify-between gap-4 py-1 max-xs:gap-2 max-[16rem]:flex-wrap"
          >
            <CreatorLink creator={one} size="md" />
            {/* Accounts that are suspended or being deleted have no name, and can only be unfollowed. */}
            {one.id !== viewer?.id && (one.username !== null || one.isFollowing) && (
              <FollowButton person={one} place="listed" className="max-xs:px-3" />
            )}
          </li>
        ))}
      </ul>
    </PagedList>
  )
}

function PeopleSkeleton() {
  return (
    <div role="status" aria-label="Loading people" className="animate-shimmer">
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex min-h-15 items-center gap-3">
          <span className="size-12 rounded-full bg-surface" />
          <span className="h-4 w-32 rounded-full bg-surface" />
        </div>
      ))}
    </div>
  )
}

const options = { meta: withoutMuted, refetchOnMount: 'always' } as const

/** The followers of a person, or the people that they follow, newest first. Refetched each time the dialog opens. */
const peopleQuery = (list: PeopleList, id: string) =>
  list === 'followers'
    ? pagedQuery(
        listFollowers,
        { params: { id } },
        { ...options, read: (reply) => reply.then(({ followers, ...page }) => ({ people: followers, ...page })) },
      )
    : pagedQuery(
        listFollowing,
        { params: { id } },
        { ...options, read: (reply) => reply.then(({ following, ...page }) => ({ people: following, ...page })) },
      )

import { listFollowers, listFollowing } from '../../../../contract/social/follows.ts'
import { pagedQuery } from '../../../net/paged-query.ts'
import type { PeopleList } from '../../../people/people-cache.ts'
import { withoutMuted } from '../../../videos/video-list.ts'

const options = { meta: withoutMuted, refetchOnMount: 'always' } as const

/** The followers of a person, or the people that they follow, newest first. Refetched each time the dialog opens. */
export const peopleQuery = (list: PeopleList, id: string) =>
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

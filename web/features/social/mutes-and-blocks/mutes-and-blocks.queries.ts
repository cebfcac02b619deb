import type { QueryClient } from '@tanstack/react-query'
import { listMuted, type MutedPage, type MutedPerson } from '../../../../contract/social/mutes-and-blocks.ts'
import type { CurrentMuteOrBlock } from '../../../../contract/social/profiles.ts'
import { mapPages, pagedQuery, type Pages } from '../../../net/paged-query.ts'
import { pagesKeyOf } from '../../../net/query-keys.ts'
import { personal } from '../../../viewer/viewer-cache.ts'

/** The people that the viewer has muted or blocked, latest first. */
export const mutedQuery = (userId: string) =>
  pagedQuery(listMuted, {}, { userId, meta: personal, refetchOnMount: 'always' })

/** Updates a person's entry in the cached list. A newly muted person appears with the next refetch. */
export function patchMutedList(client: QueryClient, personId: string, relation: CurrentMuteOrBlock): void {
  const shown = (person: MutedPerson) =>
    person.id !== personId ? [person] : relation === null ? [] : [{ ...person, relation }]
  client.setQueriesData<Pages<MutedPage>>({ queryKey: pagesKeyOf(listMuted) }, (list) =>
    mapPages(list, 'muted', (people) => people.flatMap(shown)),
  )
  void client.invalidateQueries({ queryKey: pagesKeyOf(listMuted), refetchType: 'none' })
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { itemsOf } from '../../../../net/paged-lists.ts'
import { useAddressParam } from '../../../../page/address-param.ts'
import { PagedList } from '../../../../ui/paged-list.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { SearchField } from '../../../../ui/forms/search-field.tsx'
import { peopleQuery, type PeopleFilter, type Shown } from '../../../../people/accounts.queries.ts'
import { isJoinedFiltered, JoinedFilter, noFilter } from '../../../../people/joined-filter.tsx'
import { PersonRow } from './person-row.tsx'

const filters: Record<Shown, string> = {
  all: 'Everyone',
  staff: 'Staff',
  measured: 'Restricted or suspended',
  waiting: 'Waiting',
  leaving: 'Scheduled for deletion',
}

const nobody: Record<Shown, string> = {
  all: 'No accounts yet.',
  staff: 'This site has no admins or moderators.',
  measured: 'No account is restricted or suspended.',
  waiting: 'No one is waiting for approval.',
  leaving: 'No accounts are scheduled for deletion.',
}

export function PeopleTab() {
  const [chosen, setShow] = useAddressParam('show', 'all')
  const [q, setQ] = useState('')
  const [joined, setJoined] = useState(noFilter)
  const show = Object.hasOwn(filters, chosen) ? (chosen as Shown) : 'all'
  return (
    <>
      {/* The search text is kept out of the page's address, because it may be an e-mail address. */}
      <SearchField
        q={q}
        onSearch={setQ}
        label="Search people"
        placeholder="Name, full email or @domain"
        maxLength={254}
      />
      <div role="group" aria-label="Show" className="mt-3 flex flex-wrap gap-2">
        {(Object.keys(filters) as Shown[]).map((filter) => (
          <button
            key={filter}
            type="button"
            aria-pressed={filter === show}
            onClick={() => setShow(filter)}
            className="min-h-11 rounded-full px-4 font-strong text-ink-muted transition-colors duration-150 hover:text-ink aria-pressed:bg-surface-raised aria-pressed:text-ink"
          >
            {filters[filter]}
          </button>
        ))}
      </div>
      <JoinedFilter value={joined} onChange={setJoined} />
      <PeopleList
        filter={{ show, q, ...joined }}
        empty={q || isJoinedFiltered(joined) ? 'No matching accounts.' : nobody[show]}
      />
    </>
  )
}

function PeopleList({ filter, empty }: { filter: PeopleFilter; empty: string }) {
  const query = useInfiniteQuery(peopleQuery(filter))
  const people = itemsOf(query.data, 'people')
  return (
    <PagedList
      query={query}
      what="people"
      items={people}
      loading={<Skeleton label="Loading people" className="mt-6" />}
      empty={<p className="mt-8 text-lead">{empty}</p>}
    >
      <ul aria-label="People" className="mt-4">
        {people.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </ul>
    </PagedList>
  )
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAddressParam } from '../../../../page/address-param.ts'
import { NotArrived } from '../../../../ui/notice.tsx'
import { ShowMore } from '../../../../ui/show-more.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { SearchField } from '../../../../ui/forms/search-field.tsx'
import { peopleQuery, type Shown } from './people.queries.ts'
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
  const show = Object.hasOwn(filters, chosen) ? (chosen as Shown) : 'all'
  return (
    <>
      {/* The search text is kept out of the page's address, because it may be an e-mail address. */}
      <SearchField
        q={q}
        onSearch={setQ}
        label="Search people"
        placeholder="Name or full email address"
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
      <PeopleList show={show} q={q} />
    </>
  )
}

function PeopleList({ show, q }: { show: Shown; q: string }) {
  const query = useInfiniteQuery(peopleQuery(show, q))
  const { data, isError, refetch } = query
  if (!data) {
    if (isError) return <NotArrived what="the people" onRetry={() => void refetch()} />
    return <Skeleton label="Loading people" className="mt-6" />
  }
  const people = data.pages.flatMap((page) => page.people)
  if (people.length === 0) return <p className="mt-8 text-lead">{q ? 'No matching accounts.' : nobody[show]}</p>
  return (
    <>
      <ul aria-label="People" className="mt-4">
        {people.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </ul>
      <ShowMore query={query} what="people" className="mt-6" />
    </>
  )
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { itemsOf } from '../../../../net/paged-query.ts'
import { useAddressParam } from '../../../../page/address-param.ts'
import { PagedList } from '../../../../ui/lists/paged-list.tsx'
import { Skeleton } from '../../../../ui/loading/skeleton.tsx'
import { SearchField } from '../../../../ui/forms/search-field.tsx'
import { accountsQuery, type ShownAccounts } from '../../../../people/accounts/accounts.queries.ts'
import { isJoinedFiltered, JoinedFilter, noFilter } from '../../../../people/accounts/joined-filter.tsx'
import { InvitationList } from '../invitations/invitation-list.tsx'
import { PersonRow } from './person-row.tsx'

const filters: Record<ShownAccounts, string> = {
  all: 'Everyone',
  staff: 'Staff',
  measured: 'Restricted or suspended',
  waiting: 'Waiting for approval',
  leaving: 'Scheduled for deletion',
}

const emptyTexts: Record<ShownAccounts, string> = {
  all: 'No accounts yet.',
  staff: 'This site has no admins or moderators.',
  measured: 'No account is restricted or suspended.',
  waiting: 'No one is waiting for approval.',
  leaving: 'No accounts are scheduled for deletion.',
}

const views: Record<ShownAccounts | 'invitations', string> = { ...filters, invitations: 'Invitation links' }
type View = keyof typeof views

export function PeopleTab() {
  const [chosen, setView] = useAddressParam('show', 'all')
  const view = Object.hasOwn(views, chosen) ? (chosen as View) : 'all'
  return (
    <>
      <div role="group" aria-label="Show" className="flex flex-wrap sm:gap-2">
        {(Object.keys(views) as View[]).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === view}
            onClick={() => setView(each)}
            className={`min-h-11 rounded-full px-4 font-strong max-xs:px-2 max-xs:text-small transition-colors duration-150 ${each === view ? 'bg-surface-raised text-ink' : 'text-ink-muted hover:text-ink'}`}
          >
            {views[each]}
          </button>
        ))}
      </div>
      {view === 'invitations' ? <InvitationList /> : <People show={view} />}
    </>
  )
}

function People({ show }: { show: ShownAccounts }) {
  const [q, setQ] = useState('')
  const [joined, setJoined] = useState(noFilter)
  const query = useInfiniteQuery(accountsQuery({ show, q, ...joined }))
  const people = itemsOf(query.data, 'people')
  const isFiltered = q !== '' || isJoinedFiltered(joined)
  return (
    <>
      {/* The search text is kept out of the page's address, because it may be an e-mail address. */}
      <SearchField
        q={q}
        onSearch={setQ}
        label="Search people"
        placeholder="Name, full email or @domain"
        maxLength={254}
        className="mt-3"
      />
      <JoinedFilter value={joined} onChange={setJoined} />
      <PagedList
        query={query}
        what="people"
        items={people}
        loading={<Skeleton label="Loading people" className="mt-6" />}
        empty={<p className="mt-8 text-lead">{isFiltered ? 'No matching accounts.' : emptyTexts[show]}</p>}
      >
        <ul aria-label="People" className="mt-4">
          {people.map((person) => (
            <PersonRow key={person.id} person={person} />
          ))}
        </ul>
      </PagedList>
    </>
  )
}

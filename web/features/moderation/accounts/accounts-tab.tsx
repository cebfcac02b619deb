import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Id } from '../../../../contract/fields.ts'
import { BATCH_MAX } from '../../../../contract/moderation/batches.ts'
import { selectPeople } from '../../../../contract/site/people.ts'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { itemsOf } from '../../../net/paged-query.ts'
import { showToast } from '../../../page/toast.ts'
import { useAddressParam } from '../../../page/address-param.ts'
import { useAction } from '../../../page/use-action.ts'
import { accountsQuery } from '../../../people/accounts/accounts.queries.ts'
import { isJoinedFiltered, JoinedFilter, noFilter } from '../../../people/accounts/joined-filter.tsx'
import { Button } from '../../../ui/button.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { useFocusAfterRemoval } from '../../../ui/lists/use-focus-after-removal.ts'
import { AccountRow } from './account-row.tsx'
import { BatchDialog } from '../batches/batch-dialog.tsx'
import { batchesQuery } from '../batches/batches.queries.ts'
import { SelectionBar } from '../batches/selection-bar.tsx'
import { enforcementsFor } from '../decisions/enforcements.ts'

/**
 * Finds accounts, selects several of them, and decides about all at once. The selection is kept while the filter
 * changes. It can therefore combine several searches.
 */
export function AccountsTab() {
  const [q, setQ] = useState('')
  const [comment, setComment] = useState('')
  const [joined, setJoined] = useState(noFilter)
  // Set by links from the administration's list of invitation links.
  const [invitation, setInvitation] = useAddressParam('invitation', '')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  // Refetches the accounts when a batch ends, even while its dialog is closed.
  useQuery(batchesQuery)
  const filter = { q, comment, invitation, ...joined }
  const isImpossible = invitation !== '' && !Id.safeParse(invitation).success
  const isFiltered = q !== '' || comment !== '' || invitation !== '' || isJoinedFiltered(joined)
  const select = (ids: string[], isSelected: boolean) =>
    setSelected((before) => (isSelected ? before.union(new Set(ids)) : before.difference(new Set(ids))))
  return (
    <>
      <div className="flex flex-wrap items-end gap-x-4">
        <div className="grid grow basis-60 gap-3 sm:grid-cols-2">
          <SearchField
            q={q}
            onSearch={setQ}
            label="Search accounts"
            placeholder="Accounts or @domains"
            maxLength={5_000}
          />
          <SearchField
            q={comment}
            onSearch={setComment}
            label="Search their comments"
            placeholder="Comments, then Enter"
            maxLength={200}
            onEnterOnly
          />
        </div>
        <JoinedFilter value={joined} onChange={setJoined} />
      </div>
      {invitation && <InvitationNote onLeave={() => setInvitation('')} />}
      <Selection filter={isFiltered && !isImpossible ? filter : undefined} selected={selected} onSelect={select} />
      {isImpossible ? noAccounts : <Accounts filter={filter} selected={selected} onSelect={select} />}
    </>
  )
}

function InvitationNote({ onLeave }: { onLeave: () => void }) {
  const note = useFocusAfterRemoval<HTMLDivElement>()
  return (
    <div ref={note} className="mt-3 flex flex-wrap items-center gap-x-4">
      <p>Showing only accounts created with one invitation link.</p>
      <Button variant="ghost" onClick={onLeave}>
        Show all accounts
      </Button>
    </div>
  )
}

const noAccounts = <p className="mt-8">No matching accounts.</p>

type Filter = { q: string; comment: string; invitation: string } & typeof noFilter

interface SelectionProps {
  selected: ReadonlySet<string>
  onSelect: (ids: string[], isSelected: boolean) => void
}

/** @param filter `undefined` if it would match every account, which cannot be selected at once, or none. */
function Selection({ filter, selected, onSelect }: SelectionProps & { filter: Filter | undefined }) {
  const selectAll = useAction({
    mutationFn: (query: Filter) => call(selectPeople, { query }),
    onSuccess: ({ ids, isCut }) => {
      onSelect(ids, true)
      if (isCut)
        showToast(`The newest ${BATCH_MAX} were selected`, 'There are more matches. Select those after this decision.')
    },
    onError: toastFailure('We couldn’t select them'),
  })
  return (
    <SelectionBar
      kind="account"
      count={selected.size}
      className="top-16 mt-1"
      onClear={() => onSelect([...selected], false)}
      renderDialog={(handlers) => (
        <BatchDialog
          selection={{ kind: 'account', subjectIds: [...selected] }}
          description="Each person is told why and can appeal. You or any admin can undo the whole batch at once."
          about="account"
          reported={['spam']}
          enforcements={enforcementsFor('account').filter((measure) => measure !== 'none')}
          {...handlers}
        />
      )}
    >
      <Button
        className="px-3! text-small"
        disabled={!filter}
        pending={selectAll.isPending}
        onClick={() => filter && selectAll.mutate(filter)}
      >
        Select all that match
      </Button>
    </SelectionBar>
  )
}

function Accounts({ filter, selected, onSelect }: SelectionProps & { filter: Filter }) {
  const query = useInfiniteQuery(accountsQuery(filter))
  const people = itemsOf(query.data, 'people')
  return (
    <PagedList query={query} what="accounts" items={people} empty={noAccounts}>
      {/* The margin keeps the focused control out from under the selection bar. */}
      <ul aria-label="Accounts" className="**:scroll-mt-32 short:**:scroll-mt-0">
        {people.map((person) => (
          <AccountRow
            key={person.id}
            person={person}
            isSelected={selected.has(person.id)}
            onSelect={(isSelected) => onSelect([person.id], isSelected)}
          />
        ))}
      </ul>
    </PagedList>
  )
}

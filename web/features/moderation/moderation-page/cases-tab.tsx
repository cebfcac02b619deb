import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type CaseKind, caseKinds, type CaseSummary } from '../../../../contract/moderation/cases.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { itemsOf } from '../../../net/paged-query.ts'
import { useAddressParam } from '../../../page/address-param.ts'
import { useKeys } from '../../../page/keyboard/use-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { BareSelect, SelectOptions } from '../../../ui/forms/field.tsx'
import { PageSpinner } from '../../../ui/loading/spinner.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { useFocusAfterEntry } from '../../../ui/lists/use-focus-after-entry.ts'
import { SelectionBar } from '../batches/selection-bar.tsx'
import { CaseDesk } from '../desks/case-desk.tsx'
import { CaseQueue } from './case-queue.tsx'
import { type CaseState, casesQuery, removeFromQueue } from '../desks/moderation.queries.ts'
import { type CaseSelection, useCaseSelection } from './use-case-selection.ts'
import { Workbench } from './workbench.tsx'

const CaseBatchDialog = lazyPart(() => import('./case-batch-dialog.tsx'), 'CaseBatchDialog')

/**
 * The queue and the chosen case. The choice is part of the address, so changes of the queue do not affect the choice.
 */
export function CasesTab() {
  const client = useQueryClient()
  const [stateParam, setState] = useAddressParam('state', 'open')
  const [kindParam, setKind] = useAddressParam('kind', '')
  const state: CaseState = stateParam === 'closed' ? 'closed' : 'open'
  const kind = caseKinds.find((known) => known === kindParam)
  const { query, cases } = useCases(state, kind)
  const { chosen, setChosen, index, next, previous, goTo } = useChosenCase(cases)
  const selection = useCaseSelection(cases)
  const shown = state === 'open' ? cases[index] : undefined
  useKeys({
    j: goTo(next),
    k: goTo(previous),
    v: shown && (() => selection.toggle(shown)),
  })
  const afterLeaving = (change: (value: string) => void) => (value: string) => {
    setChosen('')
    change(value)
  }
  const leaveDecided = (decided: CaseSummary[]) => {
    const ids = decided.map(({ id }) => id)
    if (ids.includes(chosen)) setChosen('')
    removeFromQueue(client, ids)
  }

  // React keeps the filters, and thus the focus, while other cases load: they are at the same place in both trees.
  const filters = (
    <div className="flex gap-2">
      <Filter label="State" choices={states} value={state} onChange={afterLeaving(setState)} />
      <Filter label="Kind" choices={kinds} value={kindParam} onChange={afterLeaving(setKind)} />
    </div>
  )
  const loading = (
    <Workbench queue={filters}>
      <PageSpinner />
    </Workbench>
  )
  return (
    <PagedList query={query} what="cases" items={cases} loading={loading}>
      {(more) => (
        <Workbench
          queue={
            <>
              {filters}
              {state === 'open' && <CaseSelectionBar selection={selection} onDecided={leaveDecided} />}
              <CaseQueue
                cases={cases}
                chosen={chosen}
                onChoose={setChosen}
                selection={state === 'open' ? selection : undefined}
              />
              {more}
            </>
          }
        >
          {chosen === '' ? (
            <Notice
              heading={state === 'open' ? 'No open cases' : 'No closed cases yet'}
              sentence={state === 'open' ? 'Every report has been reviewed.' : 'Closed cases appear here.'}
            />
          ) : (
            <CaseDesk
              key={chosen}
              id={chosen}
              next={next}
              onPrevious={goTo(previous)}
              onNext={goTo(next)}
              onDecided={() => {
                selection.deselect([chosen])
                setChosen(next ?? previous ?? '')
              }}
            />
          )}
        </Workbench>
      )}
    </PagedList>
  )
}

/** Returns the case in the address, by default the first of the queue, with its neighbours. */
function useChosenCase(cases: CaseSummary[]) {
  const [chosen, setChosen] = useAddressParam('case', '')
  const first = cases[0]?.id
  useEffect(() => {
    if (chosen === '' && first !== undefined) setChosen(first)
  }, [chosen, first, setChosen])
  useFocusAfterEntry(chosen || undefined)
  const index = cases.findIndex(({ id }) => id === chosen)
  const next = cases[index + 1]?.id
  const previous = cases[index - 1]?.id
  const goTo = (id: string | undefined) => (id === undefined ? undefined : () => setChosen(id))
  return { chosen, setChosen, index, next, previous, goTo }
}

/** Returns the cases of a list, of which at least five are loaded if there are as many. */
function useCases(state: CaseState, kind: CaseKind | undefined) {
  const query = useInfiniteQuery(casesQuery(state, kind))
  const cases = itemsOf(query.data, 'cases')
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const isShort = cases.length < 5 && hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (isShort) void fetchNextPage()
  }, [isShort, fetchNextPage])
  return { query, cases }
}

const states = { open: 'Open', closed: 'Closed' }
const kinds = { '': 'All', video: 'Clips', comment: 'Comments', account: 'Accounts' }

interface FilterProps {
  label: string
  /** The labels of the choices, by their values in the address. */
  choices: Record<string, string>
  value: string
  onChange: (value: string) => void
}

function Filter({ label, choices, value, onChange }: FilterProps) {
  return (
    <BareSelect aria-label={label} boxClass="grow" value={value} onChange={({ target }) => onChange(target.value)}>
      <SelectOptions labels={choices} />
    </BareSelect>
  )
}

interface CaseSelectionBarProps {
  selection: CaseSelection
  onDecided: (decided: CaseSummary[]) => void
}

function CaseSelectionBar({ selection: { selected, clear, selectAll }, onDecided }: CaseSelectionBarProps) {
  return (
    <SelectionBar
      kind="case"
      count={selected.length}
      className="top-16 lg:top-0"
      onClear={clear}
      renderDialog={(dialog) => (
        <CaseBatchDialog
          selected={selected}
          onDecided={() => {
            onDecided(selected)
            dialog.onDecided()
          }}
          onClose={dialog.onClose}
        />
      )}
    >
      <Button className="px-3! text-small" onClick={selectAll}>
        Select all loaded
      </Button>
    </SelectionBar>
  )
}

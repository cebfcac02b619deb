import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { caseKinds, type CaseSummary } from '../../../../contract/moderation/cases.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { itemsOf } from '../../../net/paged-lists.ts'
import { useAddressParam } from '../../../page/address-param.ts'
import { useKeys } from '../../../page/use-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { BareSelect } from '../../../ui/forms/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PagedList } from '../../../ui/paged-list.tsx'
import { SelectionBar } from '../batches/selection-bar.tsx'
import { CaseDesk } from '../desks/case-desk.tsx'
import { CaseQueue } from './case-queue.tsx'
import { type CaseState, casesQuery, takeFromQueue } from '../desks/moderation.queries.ts'
import { useCaseSelection } from './use-case-selection.ts'
import { Workbench } from './workbench.tsx'

const CaseBatchDialog = lazyPart(() => import('./case-batch-dialog.tsx'), 'CaseBatchDialog')

/**
 * The queue and the chosen case. The choice is part of the address, so changes of the queue do not affect the choice.
 */
export function CasesTab() {
  const client = useQueryClient()
  const [stateParam, setState] = useAddressParam('state', 'open')
  const [kindParam, setKind] = useAddressParam('kind', '')
  const [chosen, setChosen] = useAddressParam('case', '')
  const state: CaseState = stateParam === 'closed' ? 'closed' : 'open'
  const kind = caseKinds.find((known) => known === kindParam)
  const query = useInfiniteQuery(casesQuery(state, kind))
  const cases = itemsOf(query.data, 'cases')
  const first = cases[0]?.id
  useEffect(() => {
    if (chosen === '' && first !== undefined) setChosen(first)
  }, [chosen, first, setChosen])
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const isShort = cases.length < 5 && hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (isShort) void fetchNextPage()
  }, [isShort, fetchNextPage])

  const here = cases.findIndex(({ id }) => id === chosen)
  const next = cases[here + 1]?.id
  const previous = cases[here - 1]?.id
  const goTo = (id: string | undefined) => (id === undefined ? undefined : () => setChosen(id))
  const selection = useCaseSelection(cases)
  const shown = state === 'open' ? cases[here] : undefined
  useKeys({
    j: goTo(next),
    k: goTo(previous),
    v: shown && (() => selection.toggle(shown)),
  })
  const choose = (change: () => void) => {
    setChosen('')
    change()
  }
  const leaveDecided = (decided: CaseSummary[]) => {
    const ids = decided.map(({ id }) => id)
    if (ids.includes(chosen)) setChosen('')
    takeFromQueue(client, ids)
  }

  return (
    <PagedList query={query} what="cases" items={cases}>
      {(more) => (
        <Workbench
          queue={
            <>
              <div className="flex gap-2">
                <BareSelect
                  aria-label="State"
                  boxClass="grow"
                  value={state}
                  onChange={({ target }) => choose(() => setState(target.value))}
                >
                  <option value="open">Open</option>
                  <option value="closed">Closed</option>
                </BareSelect>
                <BareSelect
                  aria-label="Kind"
                  boxClass="grow"
                  value={kindParam}
                  onChange={({ target }) => choose(() => setKind(target.value))}
                >
                  <option value="">All</option>
                  <option value="video">Clips</option>
                  <option value="comment">Comments</option>
                  <option value="account">Accounts</option>
                </BareSelect>
              </div>
              {state === 'open' && (
                <SelectionBar
                  kind="case"
                  count={selection.selected.length}
                  className="top-16 lg:top-0"
                  onClear={selection.clear}
                  renderDialog={({ onDecided, onClose }) => (
                    <CaseBatchDialog
                      selected={selection.selected}
                      onDecided={() => {
                        leaveDecided(selection.selected)
                        onDecided()
                      }}
                      onClose={onClose}
                    />
                  )}
                >
                  <Button className="px-3! text-small" onClick={selection.selectAll}>
                    Select all loaded
                  </Button>
                </SelectionBar>
              )}
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
            <NoCases state={state} />
          ) : (
            <CaseDesk
              key={chosen}
              id={chosen}
              next={next}
              onPrevious={goTo(previous)}
              onNext={goTo(next)}
              onDecided={() => setChosen(next ?? previous ?? '')}
            />
          )}
        </Workbench>
      )}
    </PagedList>
  )
}

function NoCases({ state }: { state: CaseState }) {
  return (
    <Notice
      heading={state === 'open' ? 'No open cases' : 'No closed cases yet'}
      sentence={state === 'open' ? 'Every report has been reviewed.' : 'Closed cases appear here.'}
    />
  )
}

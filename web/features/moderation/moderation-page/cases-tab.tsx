import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { caseKinds, type CaseSummary } from '../../../../contract/moderation/cases.ts'
import { itemsOf } from '../../../net/paged-lists.ts'
import { useAddressParam } from '../../../page/address-param.ts'
import { useKeys } from '../../../page/use-keys.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PagedList } from '../../../ui/paged-list.tsx'
import { CaseDesk } from '../desks/case-desk.tsx'
import { CaseQueue } from './case-queue.tsx'
import { CaseSelectionBar } from './case-selection-bar.tsx'
import { type CaseState, casesQuery, takeFromQueue } from '../desks/moderation.queries.ts'
import { QueueFilter } from './queue-filter.tsx'
import { useCaseSelection } from './use-case-selection.ts'
import { Workbench } from './workbench.tsx'

/** The queue and the chosen case. The choice is part of the address, so changes of the queue do not affect it. */
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
  const go = (id: string | undefined) => id !== undefined && setChosen(id)
  const selection = useCaseSelection(cases)
  const shown = state === 'open' ? cases[here] : undefined
  useKeys({
    j: () => go(next),
    k: () => go(previous),
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
              <QueueFilter
                state={state}
                kind={kindParam}
                onState={(value) => choose(() => setState(value))}
                onKind={(value) => choose(() => setKind(value))}
              />
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
            <NothingWaits state={state} />
          ) : (
            <CaseDesk
              key={chosen}
              id={chosen}
              next={next}
              onPrevious={previous === undefined ? undefined : () => go(previous)}
              onNext={next === undefined ? undefined : () => go(next)}
              onDecided={() => setChosen(next ?? previous ?? '')}
            />
          )}
        </Workbench>
      )}
    </PagedList>
  )
}

function NothingWaits({ state }: { state: CaseState }) {
  return (
    <Notice
      heading={state === 'open' ? 'No open cases' : 'No closed cases yet'}
      sentence={state === 'open' ? 'Every report has been reviewed.' : 'Closed cases appear here.'}
    />
  )
}

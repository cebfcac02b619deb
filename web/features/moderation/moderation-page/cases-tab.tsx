import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { caseKinds } from '../../../../contract/moderation/cases.ts'
import { itemsOf } from '../../../net/paged-lists.ts'
import { useAddressParam } from '../../../page/address-param.ts'
import { useKeys } from '../../../page/use-keys.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PagedList } from '../../../ui/paged-list.tsx'
import { CaseDesk } from '../desks/case-desk.tsx'
import { CaseQueue } from './case-queue.tsx'
import { type CaseState, casesQuery } from '../desks/moderation.queries.ts'
import { QueueFilter } from './queue-filter.tsx'
import { Workbench } from './workbench.tsx'

/** The queue and the chosen case. The choice is part of the address, so changes of the queue do not affect it. */
export function CasesTab() {
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
  useKeys({ j: () => go(next), k: () => go(previous) })
  const choose = (change: () => void) => {
    setChosen('')
    change()
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
              <CaseQueue cases={cases} chosen={chosen} onChoose={setChosen} />
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

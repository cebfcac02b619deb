import { useState } from 'react'
import type { Statement } from '../../../../contract/moderation/decisions.ts'
import { formatDay } from '../../../format/day.ts'
import { Button } from '../../../ui/button.tsx'
import { CounterNoticeForm } from './counter-notice-form.tsx'

/** The counter-notice form for a copyright takedown, or the state of the counter-notice and the date of restoration. */
export function CounterNoticeBox({ statement: { id, kind, state, counterNotice } }: { statement: Statement }) {
  const [isOpen, setOpen] = useState(false)
  if (counterNotice) return <Sent counterNotice={counterNotice} state={state} kind={kind} />
  return (
    <div className="flex flex-col gap-4">
      <p>
        If this was a mistake, or you are allowed to use the work, you can send a counter-notice. We’ll forward it to
        the sender of the notice, with your name, postal address and phone number. Your {thingOf(kind)} will be restored
        after 12 working days, unless they go to court.
      </p>
      {isOpen ? (
        <CounterNoticeForm decisionId={id} />
      ) : (
        <Button className="self-start" onClick={() => setOpen(true)}>
          Write a counter-notice
        </Button>
      )}
    </div>
  )
}

function Sent({
  counterNotice: { day, restoreOn, isCourtAction },
  state,
  kind,
}: Pick<Statement, 'state' | 'kind'> & { counterNotice: NonNullable<Statement['counterNotice']> }) {
  const what = () => {
    if (state !== 'in-force') return ''
    if (isCourtAction) return ' The sender of the notice has gone to court, so nothing changes until the case is over.'
    return ` Your ${thingOf(kind)} will be restored on ${formatDay(restoreOn)}, unless the sender of the notice goes to court.`
  }
  return (
    <p>
      You sent a counter-notice on {formatDay(day)}.{what()}
    </p>
  )
}

const thingOf = (kind: Statement['kind']) => (kind === 'comment' ? 'comment' : 'clip')

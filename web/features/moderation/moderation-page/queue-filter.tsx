import { BareSelect } from '../../../ui/forms/field.tsx'
import type { CaseState } from '../desks/moderation.queries.ts'

interface QueueFilterProps {
  state: CaseState
  kind: string
  onState: (state: string) => void
  onKind: (kind: string) => void
}

export function QueueFilter({ state, kind, onState, onKind }: QueueFilterProps) {
  return (
    <div className="flex gap-2">
      <BareSelect aria-label="State" boxClass="grow" value={state} onChange={({ target }) => onState(target.value)}>
        <option value="open">Open</option>
        <option value="closed">Closed</option>
      </BareSelect>
      <BareSelect aria-label="Kind" boxClass="grow" value={kind} onChange={({ target }) => onKind(target.value)}>
        <option value="">All</option>
        <option value="video">Clips</option>
        <option value="comment">Comments</option>
        <option value="account">Accounts</option>
      </BareSelect>
    </div>
  )
}

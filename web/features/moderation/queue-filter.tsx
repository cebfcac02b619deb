import { controlClass } from '../../ui/field.tsx'
import type { CaseState } from './moderation.queries.ts'

interface QueueFilterProps {
  state: CaseState
  kind: string
  onState: (state: string) => void
  onKind: (kind: string) => void
}

const choice = `${controlClass} min-h-11 px-3!`

export function QueueFilter({ state, kind, onState, onKind }: QueueFilterProps) {
  return (
    <div className="flex gap-2">
      <select aria-label="State" value={state} onChange={({ target }) => onState(target.value)} className={choice}>
        <option value="open">Open</option>
        <option value="closed">Closed</option>
      </select>
      <select aria-label="Kind" value={kind} onChange={({ target }) => onKind(target.value)} className={choice}>
        <option value="">Everything</option>
        <option value="video">Clips</option>
        <option value="comment">Comments</option>
        <option value="account">Accounts</option>
      </select>
    </div>
  )
}

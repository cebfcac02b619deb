import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import { controlClass } from '../../../ui/forms/field.tsx'
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
      <Filter label="State" value={state} onChange={onState}>
        <option value="open">Open</option>
        <option value="closed">Closed</option>
      </Filter>
      <Filter label="Kind" value={kind} onChange={onKind}>
        <option value="">All</option>
        <option value="video">Clips</option>
        <option value="comment">Comments</option>
        <option value="account">Accounts</option>
      </Filter>
    </div>
  )
}

interface FilterProps {
  label: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}

function Filter({ label, value, onChange, children }: FilterProps) {
  return (
    <span className="relative grow">
      <select
        aria-label={label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={`${controlClass} min-h-12 appearance-none pr-12`}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-4 size-5 -translate-y-1/2 text-ink-muted"
      />
    </span>
  )
}

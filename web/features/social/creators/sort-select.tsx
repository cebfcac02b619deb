import ChevronDown from 'lucide-react/icons/chevron-down'
import type { CreatorSort } from '../../../../contract/social/creators.ts'
import { creatorSorts } from '../../../../contract/social/creators.ts'
import { controlClass } from '../../../ui/forms/field.tsx'

interface SortSelectProps {
  value: CreatorSort
  onChange: (sort: CreatorSort) => void
}

export function SortSelect({ value, onChange }: SortSelectProps) {
  return (
    <span className="relative shrink-0 max-sm:w-36">
      <select
        aria-label="Sort creators by"
        value={value}
        onChange={(event) => onChange(event.target.value as CreatorSort)}
        className={`${controlClass} min-h-12 appearance-none pr-12 max-sm:truncate max-sm:pr-9 max-sm:pl-3`}
      >
        {Object.entries(creatorSorts).map(([sort, label]) => (
          <option key={sort} value={sort}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-4 size-5 max-sm:right-3 -translate-y-1/2 text-ink-muted"
      />
    </span>
  )
}

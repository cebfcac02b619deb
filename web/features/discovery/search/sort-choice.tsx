import { searchSorts, type SearchSort } from '../../../../contract/discovery/search.ts'
import { useAddressParam } from '../../../page/address-param.ts'

/** Switches the order of results between best match and newest. */
export function SortChoice({ value }: { value: SearchSort }) {
  const [, setSort] = useAddressParam('sort', 'best')
  return (
    <div role="group" aria-label="Sort by" className="flex gap-1 rounded-full bg-surface p-1">
      {Object.entries(searchSorts).map(([sort, label]) => (
        <button
          key={sort}
          type="button"
          aria-pressed={sort === value}
          onClick={() => setSort(sort)}
          className={`min-h-11 min-w-11 rounded-full px-4 max-xs:px-2 max-xs:text-small font-strong transition-colors duration-150 ${sort === value ? 'bg-surface-raised text-ink' : 'text-ink-muted hover:text-ink'}`}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import type { AccountsFilter } from './accounts.queries.ts'

type Joined = Required<Pick<AccountsFilter, 'joinedFrom' | 'joinedUntil' | 'clips'>>

export const noFilter: Joined = { joinedFrom: '', joinedUntil: '', clips: 'any' }

/** Whether the filter leaves out any account. */
export function isJoinedFiltered({ joinedFrom, joinedUntil, clips }: Joined): boolean {
  return joinedFrom !== '' || joinedUntil !== '' || clips !== 'any'
}

/** Filters a list of accounts by the day on which they joined, and by whether they have clips. */
export function JoinedFilter({ value, onChange }: { value: Joined; onChange: (joined: Joined) => void }) {
  return (
    <div className="mt-4 grid grid-cols-2 items-end gap-x-2 gap-y-2 sm:flex sm:gap-4">
      {(['joinedFrom', 'joinedUntil'] as const).map((name) => (
        <Field
          key={name}
          label={name === 'joinedFrom' ? 'Joined from' : 'Joined until'}
          type="date"
          className="max-xs:px-2"
          value={value[name]}
          onChange={({ target }) => onChange({ ...value, [name]: target.value })}
        />
      ))}
      <Checkbox
        label="No clips"
        checked={value.clips === 'none'}
        onChange={(hasNone) => onChange({ ...value, clips: hasNone ? 'none' : 'any' })}
      />
    </div>
  )
}

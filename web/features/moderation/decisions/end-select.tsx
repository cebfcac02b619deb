import { Select } from '../../../ui/forms/field.tsx'
import { type Draft, untilOf } from './draft.ts'

const choices: [days: number | undefined, label: string][] = [
  [1, '1 day'],
  [7, '7 days'],
  [30, '30 days'],
  [90, '90 days'],
  [365, '1 year'],
  [undefined, 'Until lifted'],
]

/** A select for the duration of a restriction or suspension. */
export function EndSelect({ draft, onChange }: { draft: Draft; onChange: (days: number | undefined) => void }) {
  const until = untilOf(draft)
  return (
    <Select
      label="Until"
      hint={
        until && `Ends automatically on ${until.toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' })}.`
      }
      value={draft.days ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
    >
      {choices.map(([days, label]) => (
        <option key={label} value={days ?? ''}>
          {label}
        </option>
      ))}
    </Select>
  )
}

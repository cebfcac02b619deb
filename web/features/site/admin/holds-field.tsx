import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { TextArea } from '../../../ui/forms/field.tsx'

interface HoldsFieldProps {
  holds: boolean
  /** The words, one per line. */
  words: string
  problem: string | undefined
  onChange: (change: { holds: boolean } | { heldWords: string }) => void
}

/** Edits whether and for which words comments of new accounts are held for review. */
export function HoldsField({ holds, words, problem, onChange }: HoldsFieldProps) {
  return (
    <div className="flex flex-col gap-4">
      <Checkbox
        checked={holds}
        onChange={(checked) => onChange({ holds: checked })}
        label="Some comments of newcomers wait for a look"
        effect="Those with a link, with words that are repeated, or with a word of this list."
      />
      <TextArea
        label="Words that wait"
        hint="One a line. Only newcomers’ comments are held, and nobody is told the list."
        rows={4}
        disabled={!holds}
        value={words}
        error={problem}
        onChange={({ target }) => onChange({ heldWords: target.value })}
      />
    </div>
  )
}

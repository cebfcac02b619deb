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
        label="Hold some newcomers’ comments for review"
        effect="Comments with a link, repeated text, or a word on this list."
      />
      <TextArea
        label="Words to hold for review"
        hint="One per line. Only newcomers’ comments are held. The list is never shown to them."
        rows={4}
        disabled={!holds}
        value={words}
        error={problem}
        onChange={({ target }) => onChange({ heldWords: target.value })}
      />
    </div>
  )
}

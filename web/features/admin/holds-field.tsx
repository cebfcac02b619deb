import { TextArea } from '../../ui/field.tsx'

interface HoldsFieldProps {
  holds: boolean
  /** One a line. */
  words: string
  problem: string | undefined
  onChange: (change: { holds: boolean } | { heldWords: string }) => void
}

/** What makes a newcomer's comment wait. */
export function HoldsField({ holds, words, problem, onChange }: HoldsFieldProps) {
  return (
    <div className="flex flex-col gap-4">
      <label className="-mx-3 flex min-h-11 cursor-pointer items-start gap-3 rounded-control px-3 py-2.5 transition-colors duration-150 hover:bg-surface">
        <input
          type="checkbox"
          checked={holds}
          onChange={({ target }) => onChange({ holds: target.checked })}
          className="mt-0.5 size-5 shrink-0 accent-accent"
        />
        <span>
          Some comments of newcomers wait for a look
          <span className="block text-small text-ink-muted">
            Those with a link, with words that are repeated, or with a word of this list.
          </span>
        </span>
      </label>
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

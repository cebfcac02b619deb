import { useId } from 'react'

interface ConfirmationProps {
  sentence: string
  isGiven: boolean
  error: string | undefined
  onChange: (isGiven: boolean) => void
}

/** Something that has to be said by ticking it. */
export function Confirmation({ sentence, isGiven, error, onChange }: ConfirmationProps) {
  const id = useId()
  return (
    <div>
      <label className="-mx-3 flex min-h-11 cursor-pointer items-start gap-3 rounded-control px-3 py-2 transition-colors duration-150 hover:bg-surface">
        <input
          type="checkbox"
          checked={isGiven}
          aria-required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          onChange={({ target }) => onChange(target.checked)}
          className="mt-0.5 size-5 shrink-0 accent-accent"
        />
        {sentence}
      </label>
      {error && (
        <p id={id} className="mt-1 text-small text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

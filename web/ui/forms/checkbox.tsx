import { useId } from 'react'

interface CheckboxProps {
  checked: boolean
  onChange: (checked: boolean) => void
  label: string
  /** The consequence, in secondary text below the label. */
  effect?: string | undefined
  /** Whether the form requires it to be checked. */
  required?: boolean
  error?: string | undefined
  disabled?: boolean
}

/** A checkbox with its label. */
export function Checkbox({ checked, onChange, label, effect, required, error, disabled }: CheckboxProps) {
  const id = useId()
  return (
    <div>
      <label className="-mx-3 flex min-h-11 cursor-pointer items-start gap-3 rounded-control px-3 py-2.5 transition-colors duration-150 hover:bg-surface has-disabled:cursor-not-allowed has-disabled:text-ink-muted">
        <input
          type="checkbox"
          checked={checked}
          disabled={disabled}
          aria-required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          onChange={({ target }) => onChange(target.checked)}
          className="mt-0.5 size-5 shrink-0 accent-accent"
        />
        <span>
          {label}
          {effect && <span className="block text-small text-ink-muted">{effect}</span>}
        </span>
      </label>
      {error && (
        <p id={id} className="mt-1 text-small text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

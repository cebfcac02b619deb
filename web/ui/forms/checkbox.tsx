import { useId } from 'react'
import { Option } from './option.tsx'

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

export function Checkbox({ checked, onChange, label, effect, required, error, disabled }: CheckboxProps) {
  const id = useId()
  return (
    <div>
      <Option
        type="checkbox"
        label={label}
        effect={effect}
        checked={checked}
        disabled={disabled}
        aria-required={required}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        onChange={({ target }) => onChange(target.checked)}
        className="-mx-3 has-disabled:cursor-not-allowed has-disabled:text-ink-muted"
      />
      {error && (
        <p id={id} className="mt-1 text-small text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

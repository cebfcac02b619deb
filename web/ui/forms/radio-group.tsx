import { useId } from 'react'
import { Problem } from '../problem.tsx'
import { Option } from './option.tsx'

interface RadioGroupProps<Value extends string> {
  legend: string
  /** Whether to hide the legend because a heading already says the same. */
  isLegendHidden?: boolean
  value: Value
  choices: Record<Value, { label: string; means?: string }>
  onChange: (value: Value) => void
  error?: string | undefined
}

/** A group of radio buttons, each with an explanation if it needs one. */
export function RadioGroup<Value extends string>({
  legend,
  isLegendHidden = false,
  value,
  choices,
  onChange,
  error,
}: RadioGroupProps<Value>) {
  const group = useId()
  const note = useId()
  return (
    <fieldset>
      <legend className={isLegendHidden ? 'sr-only' : 'mb-2 text-small font-strong'}>{legend}</legend>
      <div className="-mx-3 grid @lg:grid-cols-2">
        {(Object.keys(choices) as Value[]).map((choice) => (
          <Option
            key={choice}
            type="radio"
            name={group}
            value={choice}
            label={choices[choice].label}
            effect={choices[choice].means}
            checked={choice === value}
            aria-invalid={error && choice === value ? true : undefined}
            aria-describedby={error && choice === value ? note : undefined}
            // The group is one tab stop, which the dialog's focus trap needs to find its first element.
            tabIndex={choice === value ? 0 : -1}
            onChange={() => onChange(choice)}
          />
        ))}
      </div>
      {error && <Problem id={note}>{error}</Problem>}
    </fieldset>
  )
}

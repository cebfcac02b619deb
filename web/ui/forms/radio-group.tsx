import { useId } from 'react'
import { Option } from './option.tsx'
import { RadioFieldset } from './radio-fieldset.tsx'

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
  isLegendHidden,
  value,
  choices,
  onChange,
  error,
}: RadioGroupProps<Value>) {
  const group = useId()
  return (
    <RadioFieldset legend={legend} isLegendHidden={isLegendHidden} error={error}>
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
            // The group is one tab stop, which the dialog's focus trap needs to find its first element.
            tabIndex={choice === value ? 0 : -1}
            onChange={() => onChange(choice)}
          />
        ))}
      </div>
    </RadioFieldset>
  )
}

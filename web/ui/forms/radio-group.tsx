import { useId } from 'react'

interface RadioGroupProps<Value extends string> {
  legend: string
  /** Whether to hide the legend because a heading already says the same. */
  isLegendHidden?: boolean
  value: Value
  choices: Record<Value, { label: string; means?: string }>
  onChange: (value: Value) => void
}

/** A group of radio buttons, each with an explanation if it needs one. */
export function RadioGroup<Value extends string>({
  legend,
  isLegendHidden = false,
  value,
  choices,
  onChange,
}: RadioGroupProps<Value>) {
  const group = useId()
  return (
    <fieldset>
      <legend className={isLegendHidden ? 'sr-only' : 'mb-2 text-small font-strong'}>{legend}</legend>
      <div className="-mx-3 grid @lg:grid-cols-2">
        {(Object.keys(choices) as Value[]).map((choice) => (
          <label
            key={choice}
            className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control px-3 py-2.5 transition-colors duration-150 hover:bg-surface"
          >
            <input
              type="radio"
              name={group}
              value={choice}
              checked={choice === value}
              // The group is one tab stop, which the dialog's focus trap needs to find its first element.
              tabIndex={choice === value ? 0 : -1}
              onChange={() => onChange(choice)}
              className="mt-0.5 size-5 shrink-0 accent-accent"
            />
            <span className="min-w-0 wrap-anywhere">
              {choices[choice].label}
              {choices[choice].means && (
                <span className="block text-small text-ink-muted">{choices[choice].means}</span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

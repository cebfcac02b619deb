import { type ReactNode, useId } from 'react'
import { Problem } from '../problem.tsx'
import { RequiredMark } from './field.tsx'
import { Option } from './option.tsx'

interface RadioGroupProps<Value extends string> {
  legend: string
  /** Whether to hide the legend because a heading already says the same. */
  isLegendHidden?: boolean
  /** `undefined` until one is chosen. */
  value: Value | undefined
  choices: { [Choice in Value]?: { label: ReactNode; effect?: string | undefined; aside?: ReactNode } }
  onChange: (value: Value) => void
  /** Whether the choices are always in one column, and closer together with a mouse. */
  isDense?: boolean
  required?: boolean
  disabled?: boolean
  error?: string | undefined
}

/** A named group of radio buttons. ARIA knows invalid and required groups, but no such radio buttons. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { legend, isLegendHidden, value, choices, onChange, isDense, required, disabled, error } = props
  const id = useId()
  const values = Object.keys(choices) as Value[]
  return (
    <fieldset
      role="radiogroup"
      disabled={disabled}
      aria-required={required}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? id : undefined}
    >
      <legend className={isLegendHidden ? 'sr-only' : 'mb-1 text-small font-strong'}>
        {legend}
        {required && <RequiredMark />}
      </legend>
      <div className={isDense ? '-mx-3' : '-mx-3 grid @lg:grid-cols-2'}>
        {values.map((choice) => (
          <Option
            key={choice}
            type="radio"
            name={`${id}-choice`}
            value={choice}
            {...choices[choice]!}
            checked={choice === value}
            // The group is one tab stop, which the dialog's focus trap needs to find its first element.
            tabIndex={choice === (value ?? values[0]) ? 0 : -1}
            onChange={() => onChange(choice)}
            className={isDense ? 'pointer-fine:min-h-9 pointer-fine:py-1.5' : ''}
          />
        ))}
      </div>
      {error && <Problem id={id}>{error}</Problem>}
    </fieldset>
  )
}

import { Checkbox } from './checkbox.tsx'

interface CheckboxGroupProps<Value extends string> {
  legend: string
  hint: string
  value: readonly Value[]
  choices: Record<Value, { label: string; effect?: string }>
  /** The new value has the order of the choices. */
  onChange: (value: Value[]) => void
  error?: string | undefined
}

/** A named group of checkboxes. Its value is the checked ones. */
export function CheckboxGroup<Value extends string>(props: CheckboxGroupProps<Value>) {
  const { legend, hint, value, choices, onChange, error } = props
  const values = Object.keys(choices) as Value[]
  return (
    <fieldset>
      <legend className="mb-2 text-small font-strong">{legend}</legend>
      <p className={`mb-2 text-small ${error ? 'text-danger' : 'text-ink-muted'}`}>{error ?? hint}</p>
      {values.map((choice) => (
        <Checkbox
          key={choice}
          {...choices[choice]}
          checked={value.includes(choice)}
          onChange={(isChecked) =>
            onChange(values.filter((each) => (each === choice ? isChecked : value.includes(each))))
          }
        />
      ))}
    </fieldset>
  )
}

import { Checkbox } from '../../../../ui/forms/checkbox.tsx'

interface RealityFieldProps {
  value: boolean
  onChange: (value: boolean) => void
  disabled: boolean
}

/**
 * The checkbox for clips that look real. Where AI made or changed them, the law of several countries requires a mark
 * that is immediately visible.
 */
export function RealityField({ value, onChange, disabled }: RealityFieldProps) {
  return (
    <Checkbox
      checked={value}
      onChange={onChange}
      disabled={disabled}
      label="Shows real people, places or events"
      effect="We’ll label the clip “AI” wherever it appears."
    />
  )
}

import { Checkbox } from '../../../../ui/forms/checkbox.tsx'

interface RealityFieldProps {
  value: boolean
  onChange: (value: boolean) => void
  disabled: boolean
}

/** Where AI made or changed what looks real, the law of several countries asks for a mark that is seen at once. */
export function RealityField({ value, onChange, disabled }: RealityFieldProps) {
  return (
    <Checkbox
      checked={value}
      onChange={onChange}
      disabled={disabled}
      label="Shows real people, places or events"
      effect="The clip then carries the mark “AI” wherever it is shown."
    />
  )
}

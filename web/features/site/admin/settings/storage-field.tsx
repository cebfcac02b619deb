import type { ComponentProps } from 'react'
import { Field } from '../../../../ui/forms/field.tsx'

type StorageFieldProps = Pick<ComponentProps<typeof Field>, 'name' | 'value' | 'onChange' | 'error'>

/** The field for how much each account can store. */
export function StorageField(props: StorageFieldProps) {
  return (
    <Field
      label="Storage per person, in GB"
      hint="For clips, the versions we make of them, and uploads in progress. If someone stores more, nothing is deleted, but they can’t upload. Give one person another limit under People."
      inputMode="numeric"
      {...props}
    />
  )
}

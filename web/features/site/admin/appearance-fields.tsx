import type { ComponentProps } from 'react'
import { SITE_NAME_MAX_LENGTH } from '../../../../contract/site/branding.ts'
import { Field } from '../../../ui/forms/field.tsx'

type FieldProps = Pick<ComponentProps<typeof Field>, 'name' | 'value' | 'onChange' | 'error'>

/** The fields for how the site presents itself. */
export function AppearanceFields({ siteName }: { siteName: FieldProps }) {
  return (
    <section aria-labelledby="appearance">
      <h2 id="appearance" className="headline mb-4 text-title">
        Appearance
      </h2>
      <div className="flex flex-col gap-6">
        <Field
          label="Site name"
          hint={`Up to ${SITE_NAME_MAX_LENGTH} characters. Open pages show changes after a reload.`}
          required
          {...siteName}
        />
      </div>
    </section>
  )
}

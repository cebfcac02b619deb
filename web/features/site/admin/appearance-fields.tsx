import type { ComponentProps } from 'react'
import { SITE_NAME_MAX_LENGTH, TICKER_MAX_ITEMS } from '../../../../contract/site/branding.ts'
import { Field, TextArea } from '../../../ui/forms/field.tsx'

interface AppearanceFieldsProps {
  siteName: FieldProps<typeof Field>
  /** One item on each line. */
  ticker: FieldProps<typeof TextArea>
}

type FieldProps<Control extends typeof Field | typeof TextArea> = Pick<
  ComponentProps<Control>,
  'name' | 'value' | 'onChange' | 'error'
>

/** The fields for how the site presents itself. */
export function AppearanceFields({ siteName, ticker }: AppearanceFieldsProps) {
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
        <TextArea
          label="Ticker"
          hint={`One item per line, at most ${TICKER_MAX_ITEMS}. End a line with an address to make it a link. Empty: no ticker.`}
          rows={4}
          {...ticker}
        />
      </div>
    </section>
  )
}

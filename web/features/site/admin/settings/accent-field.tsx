import type { ComponentProps } from 'react'
import { accentShades, canvasOf, describeAccent, type Theme } from '../../../../../contract/site/accent.ts'
import { BrandingChange } from '../../../../../contract/site/branding.ts'
import { Field } from '../../../../ui/forms/field.tsx'

/** The accent colour, with a sentence about how it looks in both themes, and a sample of each. */
export function AccentField(field: Pick<ComponentProps<typeof Field>, 'name' | 'value' | 'onChange' | 'error'>) {
  const { data: chosen } = BrandingChange.shape.accentColour.safeParse(field.value)
  return (
    <Field
      label="Accent colour"
      hint={`${chosen ? describeAccent(chosen) : 'A colour code such as #ff5b32. Empty: the default orange-red.'} Open pages show it after a reload.`}
      aside={chosen && <Samples chosen={chosen} />}
      {...field}
    />
  )
}

/** Visual only. The sentence below the field says the same. */
function Samples({ chosen }: { chosen: string }) {
  return (
    <span aria-hidden="true" className="flex gap-1 text-small font-strong">
      {(['dark', 'light'] satisfies Theme[]).map((theme) => {
        const { accent, onAccent, accentInk } = accentShades(chosen, theme)
        return (
          <span
            key={theme}
            style={{ background: canvasOf(theme) }}
            className="flex items-center gap-2 rounded-full p-1"
          >
            <span style={{ background: accent, color: onAccent }} className="rounded-full px-2">
              Aa
            </span>
            <span style={{ color: accentInk }} className="pr-2">
              Aa
            </span>
          </span>
        )
      })}
    </span>
  )
}

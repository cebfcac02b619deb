import type { ComponentProps } from 'react'
import { accentShades, canvasOf, describeAccent, type Theme } from '../../../../../contract/site/accent.ts'
import {
  type DefaultTheme,
  FOOTER_MAX_LINKS,
  NOT_FOUND_HEADING_MAX_LENGTH,
  NOT_FOUND_TEXT_MAX_LENGTH,
  SITE_NAME_MAX_LENGTH,
  SPLASH_MAX_LENGTH,
  TAGLINE_MAX_LENGTH,
  TICKER_MAX_ITEMS,
  BrandingChange,
} from '../../../../../contract/site/branding.ts'
import { type Tool, toolLabels, tools } from '../../../../../contract/videos/videos.ts'
import { CheckboxGroup } from '../../../../ui/forms/checkbox-group.tsx'
import { Field, Select, SelectOptions, TextArea } from '../../../../ui/forms/field.tsx'
import { IconField } from './icon-field.tsx'
import type { SettingsField } from './settings-form.ts'

const themes: Record<DefaultTheme, string> = {
  dark: 'Dark',
  light: 'Light',
  system: 'Same as the visitor’s device',
}

const toolChoices = Object.fromEntries(tools.map((tool) => [tool, { label: toolLabels[tool] }])) as Record<
  Tool,
  { label: string }
>

export function AppearanceFields({ field }: { field: SettingsField }) {
  return (
    <>
      <Field
        label="Site name"
        hint={`Up to ${SITE_NAME_MAX_LENGTH} characters. Pages that are already open show changes after a reload.`}
        required
        {...field('siteName')}
      />
      <Field
        label="Tagline"
        hint={`Above the feed, in link previews and in feeds. Up to ${TAGLINE_MAX_LENGTH} characters.`}
        required
        {...field('tagline')}
      />
      <Field
        label="Splash tagline"
        hint={`While the feed loads, and beside the sign-in form. Up to ${SPLASH_MAX_LENGTH} characters.`}
        required
        {...field('splashTagline')}
      />
      <TextArea
        label="Ticker"
        hint={`One item per line, at most ${TICKER_MAX_ITEMS}. End a line with an address to make it a link. Empty: no ticker.`}
        rows={4}
        {...field('ticker')}
      />
      <TextArea
        label="Links in the footer"
        hint={`One per line, at most ${FOOTER_MAX_LINKS}: a label, then an address such as https://example.org or /rules.`}
        rows={2}
        {...field('footerLinks')}
      />
      <Select label="Default theme" hint="For visitors who haven’t chosen one." {...field('defaultTheme')}>
        <SelectOptions labels={themes} />
      </Select>
      <AccentField {...field('accentColour')} />
      <IconField {...field('icon')} />
      <Field
        label="Heading of the 404 page"
        hint={`For addresses that don’t exist. Up to ${NOT_FOUND_HEADING_MAX_LENGTH} characters.`}
        required
        {...field('notFoundHeading')}
      />
      <Field
        label="Text of the 404 page"
        hint={`Up to ${NOT_FOUND_TEXT_MAX_LENGTH} characters.`}
        required
        {...field('notFoundText')}
      />
      <CheckboxGroup
        legend="AI tools in the upload form"
        hint="Clips that were made with another tool keep it."
        choices={toolChoices}
        {...field('tools')}
      />
    </>
  )
}

/** The accent colour, with a sentence about how it looks in both themes, and a sample of each. */
function AccentField(field: Pick<ComponentProps<typeof Field>, 'name' | 'value' | 'onChange' | 'error'>) {
  const { data: chosen } = BrandingChange.shape.accentColour.safeParse(field.value)
  return (
    <Field
      label="Accent colour"
      hint={`${chosen ? describeAccent(chosen) : 'A colour code such as #ff5b32. Empty: the default orange-red.'} Pages that are already open show it after a reload.`}
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

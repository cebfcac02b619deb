import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  changeSiteSettings,
  CONTACT_MAX_LENGTH,
  getSite,
  SiteSettingsChange,
  type Registration,
  type SiteSettings,
} from '../../../../../contract/site/settings.ts'
import { call } from '../../../../net/api.ts'
import { uploadFile } from '../../../../net/put-upload.ts'
import { keyOf } from '../../../../net/query-keys.ts'
import { site } from '../../../../page/site.ts'
import { showErrorToast, showToast } from '../../../../page/toast.ts'
import { Checkbox } from '../../../../ui/forms/checkbox.tsx'
import { ExplainedChoice } from '../../../../ui/forms/explained-choice.tsx'
import { Field, TextArea } from '../../../../ui/forms/field.tsx'
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts'
import { NotArrived } from '../../../../ui/notice.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { TitledSection } from '../../../../ui/titled-section.tsx'
import { whyFailed } from '../../../../net/why-failed.ts'
import { settingsQuery, staffLogQuery } from '../admin.queries.ts'
import { AlertFields } from './alert-fields.tsx'
import { AppearanceFields } from './appearance-fields.tsx'
import { BlockListFields } from './block-list-fields.tsx'
import { RuleFields, type TypedRule } from './rule-fields.tsx'
import { SaveBar, SectionLinks, sections } from './settings-sections.tsx'
import { StorageField } from './storage-field.tsx'
import type { Icon } from './icon-field.tsx'
import { readLines, writeLines } from './link-lines.ts'

const registrations: Record<Registration, { label: string; means: string }> = {
  open: { label: 'Open', means: 'Anyone can join.' },
  approval: {
    label: 'By approval',
    means: 'New members can browse, but can’t post until approved.',
  },
  closed: {
    label: 'Closed',
    means: 'No new accounts, except with an invitation link. Existing members can sign in.',
  },
}

export function SettingsTab() {
  const { data, isError, refetch } = useQuery({ ...settingsQuery, staleTime: Infinity, refetchOnMount: 'always' })
  if (data) return <SettingsForm saved={data} />
  if (isError) return <NotArrived what="the settings" onRetry={() => void refetch()} />
  return <Skeleton label="Loading the settings" />
}

/**
 * Typed values are kept until they are saved, even if the password was not given or another admin saved in the
 * meantime.
 */
function SettingsForm({ saved }: { saved: SiteSettings }) {
  const { props, field, values, changed, isPending } = useSettingsForm(saved)
  return (
    <div className="grid grid-cols-1 gap-x-16 gap-y-3 md:grid-cols-[11rem_1fr]">
      <SectionLinks />
      <form {...props} className="flex max-w-2xl min-w-0 flex-col gap-12">
        <Section id="joining">
          <ExplainedChoice legend="Who can join?" choices={registrations} {...field('registration')} />
          <Field
            label="New accounts per hour"
            hint="On the whole site, not counting invitation links. Lower it during a wave of spam accounts: others are then asked to try again later."
            inputMode="numeric"
            {...field('registrationsPerHour')}
          />
          <Checkbox
            label="New accounts must confirm their email before posting"
            effect="Only works if this site can send email. Existing accounts aren’t affected."
            {...field('verifiedOnly')}
          />
        </Section>
        <Section id="comments">
          <Checkbox
            label="Hold some new accounts’ comments for review"
            effect="Comments with a link, repeated text, or a word on this list."
            {...field('holds')}
          />
          <TextArea
            label="Words to hold for review"
            hint="One per line. Only new accounts’ comments are held. The list is never shown to them."
            rows={4}
            disabled={!values.holds}
            {...field('heldWords')}
          />
        </Section>
        <Section id="rules">
          <RuleFields {...field('ownRules')} />
        </Section>
        <Section id="block-lists">
          <BlockListFields
            emailDomains={field('blockedEmailDomains')}
            networks={field('blockedNetworks')}
            linkDomains={field('blockedLinkDomains')}
          />
        </Section>
        <Section id="storage">
          <StorageField {...field('storageLimitGb')} />
        </Section>
        <Section id="team">
          <TextArea
            label="Contact"
            hint="Shown to everyone: how to contact you about this site. An email address or a sentence."
            rows={2}
            maxLength={CONTACT_MAX_LENGTH}
            {...field('contact')}
          />
          <Checkbox
            label="Moderators and admins need a passkey"
            effect="Needed to moderate and change roles, if this site uses https. They can add one in their settings."
            {...field('staffPasskeys')}
          />
          <AlertFields alerts={field('alerts')} webhook={field('alertWebhook')} backupDays={field('backupDays')} />
        </Section>
        <Section id="appearance">
          <AppearanceFields
            siteName={field('siteName')}
            tagline={field('tagline')}
            splashTagline={field('splashTagline')}
            notFoundHeading={field('notFoundHeading')}
            notFoundText={field('notFoundText')}
            ticker={field('ticker')}
            footerLinks={field('footerLinks')}
            defaultTheme={field('defaultTheme')}
            accentColour={field('accentColour')}
            icon={field('icon')}
            tools={field('tools')}
          />
        </Section>
        <SaveBar changed={changed} isPending={isPending} />
      </form>
    </div>
  )
}

function Section({ id, children }: { id: keyof typeof sections; children: ReactNode }) {
  return (
    <TitledSection id={id} title={sections[id].title}>
      <div className="mt-4 flex flex-col gap-6">{children}</div>
    </TitledSection>
  )
}

function useSettingsForm(saved: SiteSettings) {
  const client = useQueryClient()
  // Only what this admin changes is sent, so that it does not undo what another admin changes meanwhile.
  const [opened, setOpened] = useState(() => toFields(saved))
  const toBody = (fields: typeof opened) => changedSettings(toSettings(opened), toSettings(fields))
  const form = useZodForm(SiteSettingsChange, {
    defaults: opened,
    toBody,
    submit: async (body, fields) => {
      const { icon } = fields
      const isUpload = body.icon !== undefined && icon instanceof File
      const sent = isUpload ? { ...body, icon: await uploadFile(icon) } : body
      const after = await call(changeSiteSettings, { body: sent })
      // Without a text in the settings before and after, the contact page can only come from a file.
      const hasContact = after.contact !== null || (opened.contact === '' && site.hasContact)
      // New rules have got their keys.
      const withKeys = { ...fields, ownRules: currentRules(after) }
      setOpened(withKeys)
      form.set({ ownRules: withKeys.ownRules })
      client.setQueryData(settingsQuery.queryKey, after)
      // This tab shows the new appearance on its next page.
      Object.assign(site, after, { hasContact })
      void client.invalidateQueries({ queryKey: keyOf(getSite) })
      void client.invalidateQueries(staffLogQuery)
      showToast('Saved', 'Your new settings are in effect.')
    },
    onError: (error) => showErrorToast('We couldn’t save your settings', whyFailed(error)),
  })
  return { ...form, changed: Object.keys(toBody(form.values)) }
}

function changedSettings(before: object, after: object): Record<string, unknown> {
  const known = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]))
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== known.get(name)))
}

/** Returns the values of the form's fields. A list has one item per line. */
function toFields(saved: SiteSettings) {
  return {
    ...saved,
    icon: saved.icon as Icon,
    heldWords: saved.heldWords.join('\n'),
    blockedEmailDomains: saved.blockedEmailDomains.join('\n'),
    blockedNetworks: saved.blockedNetworks.join('\n'),
    blockedLinkDomains: saved.blockedLinkDomains.join('\n'),
    contact: saved.contact ?? '',
    alertWebhook: saved.alertWebhook ?? '',
    accentColour: saved.accentColour ?? '',
    registrationsPerHour: String(saved.registrationsPerHour),
    backupDays: String(saved.backupDays),
    storageLimitGb: String(saved.storageLimitGb),
    ticker: writeLines(saved.ticker),
    footerLinks: writeLines(saved.footerLinks),
    ownRules: currentRules(saved),
  }
}

/** Returns the added rules without those that were removed. */
function currentRules({ ownRules }: SiteSettings): TypedRule[] {
  return ownRules.flatMap(({ key, title, text, isRetired }) => (isRetired ? [] : { key, title, text }))
}

function toSettings(fields: ReturnType<typeof toFields>) {
  return {
    ...fields,
    icon: fields.icon instanceof File ? nameOf(fields.icon) : fields.icon,
    heldWords: fields.heldWords.split('\n'),
    blockedEmailDomains: fields.blockedEmailDomains.split('\n'),
    blockedNetworks: fields.blockedNetworks.split('\n'),
    blockedLinkDomains: fields.blockedLinkDomains.split('\n'),
    registrationsPerHour: Number(fields.registrationsPerHour),
    backupDays: Number(fields.backupDays),
    storageLimitGb: Number(fields.storageLimitGb),
    ticker: readLines(fields.ticker),
    footerLinks: readLines(fields.footerLinks),
  }
}

/** Returns a placeholder for a file until it is uploaded. */
function nameOf({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`
}

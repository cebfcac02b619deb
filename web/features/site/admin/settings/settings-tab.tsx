import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { CONTACT_MAX_LENGTH, type Registration, type SiteSettings } from '../../../../../contract/site/settings.ts'
import { warnBeforeClosing } from '../../../../page/warn-before-closing.ts'
import { Checkbox } from '../../../../ui/forms/checkbox.tsx'
import { RadioGroup } from '../../../../ui/forms/radio-group.tsx'
import { Field, TextArea } from '../../../../ui/forms/field.tsx'
import { QueryContent } from '../../../../ui/loading/query-content.tsx'
import { Skeleton } from '../../../../ui/loading/skeleton.tsx'
import { TitledSection } from '../../../../ui/titled-section.tsx'
import { settingsQuery } from '../admin.queries.ts'
import { AlertFields } from './alert-fields.tsx'
import { AppearanceFields } from './appearance-fields.tsx'
import { RuleFields } from './rule-fields.tsx'
import { type SettingsField, useSettingsForm } from './settings-form.ts'
import { SaveBar, SettingsLinks, sections } from './settings-sections.tsx'

const registrations: Record<Registration, { label: string; effect: string }> = {
  open: { label: 'Open', effect: 'Anyone can join.' },
  approval: {
    label: 'By approval',
    effect: 'New members can browse, but can’t post until approved.',
  },
  closed: {
    label: 'Closed',
    effect: 'No new accounts, except with an invitation link. Existing members can sign in.',
  },
}

export function SettingsTab() {
  const query = useQuery({ ...settingsQuery, staleTime: Infinity, refetchOnMount: 'always' })
  return (
    <QueryContent query={query} what="the settings" loading={<Skeleton label="Loading the settings" />}>
      {(saved) => <SettingsForm saved={saved} />}
    </QueryContent>
  )
}

/**
 * The typed values stay until they are saved, even if the admin cancels the password prompt or the session expires. They
 * also stay if another admin saves.
 */
function SettingsForm({ saved }: { saved: SiteSettings }) {
  const { props, field, values, changed, isPending } = useSettingsForm(saved)
  const isUnsaved = changed.length > 0
  useEffect(() => (isUnsaved ? warnBeforeClosing() : undefined), [isUnsaved])
  return (
    <div className="grid grid-cols-1 gap-x-16 gap-y-3 md:grid-cols-[11rem_1fr]">
      <SettingsLinks />
      <form {...props} className="flex max-w-2xl min-w-0 flex-col gap-12">
        <Section id="joining">
          <JoiningFields field={field} />
        </Section>
        <Section id="comments">
          <Checkbox
            label="Review some new accounts’ comments before they appear"
            effect="Comments with a link, repeated text, or a word on this list."
            {...field('holds')}
          />
          <TextArea
            label="Words that make a comment pending"
            hint="One per line. Only new accounts’ comments become pending. The list is never shown to them."
            rows={4}
            disabled={!values.holds}
            {...field('heldWords')}
          />
        </Section>
        <Section id="rules">
          {/* The reply of a save names the key of each new rule, so the rules cannot be edited until it arrives. */}
          <RuleFields isPending={isPending} {...field('ownRules')} />
        </Section>
        <Section id="block-lists">
          <BlockListFields field={field} />
        </Section>
        <Section id="storage">
          <Field
            label="Storage per person, in GB"
            hint="For clips, the versions we make of them, and uploads in progress. If someone stores more, nothing is deleted, but they can’t upload. Give one person another limit under People."
            inputMode="numeric"
            {...field('storageLimitGb')}
          />
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
          <AlertFields field={field} />
        </Section>
        <Section id="appearance">
          <AppearanceFields field={field} />
        </Section>
        <SaveBar changed={changed} isPending={isPending} />
      </form>
    </div>
  )
}

function JoiningFields({ field }: { field: SettingsField }) {
  return (
    <>
      <RadioGroup legend="Who can join?" choices={registrations} {...field('registration')} />
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
    </>
  )
}

function BlockListFields({ field }: { field: SettingsField }) {
  return (
    <>
      <p className="text-small text-ink-muted">
        One entry per line, up to 1,000 each. Subdomains are included. Existing accounts and posts aren’t affected.
      </p>
      <TextArea
        label="Blocked email domains"
        hint="No one can sign up with these, or change their email to one. For example: spam.example"
        rows={4}
        {...field('blockedEmailDomains')}
      />
      <TextArea
        label="Blocked networks"
        hint="No one can sign up from these addresses. For example: 192.0.2.0/24 or 2001:db8::/32"
        rows={4}
        {...field('blockedNetworks')}
      />
      <TextArea
        label="Blocked link domains"
        hint="Members’ comments with these links become pending. Clip texts and profiles can’t contain them."
        rows={4}
        {...field('blockedLinkDomains')}
      />
    </>
  )
}

function Section({ id, children }: { id: keyof typeof sections; children: ReactNode }) {
  return (
    <TitledSection id={id} title={sections[id]}>
      <div className="mt-4 flex flex-col gap-6">{children}</div>
    </TitledSection>
  )
}

import type { AlertKind } from '../../../../../contract/site/alerts.ts'
import { CheckboxGroup } from '../../../../ui/forms/checkbox-group.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import type { SettingsField } from './settings-form.ts'

const kinds: Record<AlertKind, { label: string; effect: string }> = {
  'severe-report': { label: 'Severe reports', effect: 'Nudity, violence or hate. Sent to moderators and admins.' },
  'takedown-notice': {
    label: 'Legal notices',
    effect: 'Takedown notices and counter-notices. Sent to moderators and admins.',
  },
  appeal: { label: 'Appeals', effect: 'Sent to moderators and admins.' },
  registration: { label: 'Accounts to approve', effect: 'If admins approve new accounts. Sent to admins.' },
  disk: { label: 'Low disk space', effect: 'New uploads are refused. Admins get the alert.' },
  jobs: { label: 'Failed jobs', effect: 'A preview, stream or email, for example. Admins get the alert.' },
  worker: {
    label: 'Missing workers',
    effect: 'Or jobs that have waited for more than five minutes. Admins get the alert.',
  },
  backup: { label: 'Failed or overdue backups', effect: 'Backups made with npm run backup. Admins get the alert.' },
}

export function AlertFields({ field }: { field: SettingsField }) {
  return (
    <>
      <CheckboxGroup
        legend="When should we alert your team?"
        hint="We send alerts by email (if this site can send email) and to your webhook, at most one of each kind per hour."
        choices={kinds}
        {...field('alerts')}
      />
      <Field
        label="Days until a backup is overdue"
        inputMode="numeric"
        disabled={!field('alerts').value.includes('backup')}
        {...field('backupDays')}
      />
      <Field
        label="Webhook"
        hint="An address that receives each alert, such as one from your team chat. Anyone who knows it may be able to post there."
        type="url"
        {...field('alertWebhook')}
      />
    </>
  )
}

import { type AlertKind, alertKinds } from '../../../../../contract/site/alerts.ts'
import { Checkbox } from '../../../../ui/forms/checkbox.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import type { SettingsField } from './settings-form.ts'

const kinds: Record<AlertKind, { label: string; effect: string }> = {
  'severe-report': { label: 'Severe reports', effect: 'Nudity, violence or hate. Sent to moderators and admins.' },
  'takedown-notice': {
    label: 'Legal notices',
    effect: 'Takedown notices and counter-notices. Sent to moderators and admins.',
  },
  appeal: { label: 'Appeals', effect: 'Sent to moderators and admins.' },
  disk: { label: 'Low disk space', effect: 'New uploads are refused. Admins get the alert.' },
  jobs: { label: 'Failed jobs', effect: 'A preview, stream or email, for example. Admins get the alert.' },
  worker: {
    label: 'Missing workers',
    effect: 'Or jobs that have waited for more than five minutes. Admins get the alert.',
  },
  backup: { label: 'Failed or overdue backups', effect: 'Backups made with npm run backup. Admins get the alert.' },
}

export function AlertFields({ field }: { field: SettingsField }) {
  const { value: chosen, onChange } = field('alerts')
  const choose = (kind: AlertKind, isChosen: boolean) =>
    onChange(alertKinds.filter((each) => (each === kind ? isChosen : chosen.includes(each))))
  return (
    <>
      <fieldset>
        <legend className="mb-2 text-small font-strong">When should we alert your team?</legend>
        <p className="mb-2 text-small text-ink-muted">
          We send alerts by email (if this site can send email) and to your webhook, at most one of each kind per hour.
        </p>
        {(Object.keys(kinds) as AlertKind[]).map((kind) => (
          <Checkbox
            key={kind}
            {...kinds[kind]}
            checked={chosen.includes(kind)}
            onChange={(isChosen) => choose(kind, isChosen)}
          />
        ))}
      </fieldset>
      <Field
        label="Days until a backup is overdue"
        inputMode="numeric"
        disabled={!chosen.includes('backup')}
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

import { useQuery } from '@tanstack/react-query'
import { changeStorageLimit, StorageLimitBody, type AdminPerson } from '../../../../../contract/site/people.ts'
import { formatBytes } from '../../../../../contract/bytes.ts'
import { call } from '../../../../net/api.ts'
import { toastFailure } from '../../../../net/failure-toasts.ts'
import { showToast } from '../../../../page/toast.ts'
import { accountName } from '../../../../people/accounts/accounts.queries.ts'
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx'
import { RadioGroup } from '../../../../ui/forms/radio-group.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts'
import { settingsQuery, peopleAndOverview } from '../admin.queries.ts'

/** Gives a person a storage limit of their own, or the site's. */
export function StorageLimitDialog({ person, onClose }: { person: AdminPerson; onClose: () => void }) {
  const { data: settings } = useQuery(settingsQuery)
  const name = accountName(person)
  const form = useZodForm(StorageLimitBody, {
    defaults: {
      kind: person.storageLimitGb === null ? 'default' : 'own',
      storageLimitGb: String(person.storageLimitGb ?? ''),
    },
    toBody: ({ kind, storageLimitGb }) => ({ storageLimitGb: kind === 'default' ? null : Number(storageLimitGb) }),
    submit: async (body) => {
      if (body.storageLimitGb === person.storageLimitGb) return
      await call(changeStorageLimit, { params: { id: person.id }, body })
      showToast('Storage limit changed', `It applies from ${name}’s next upload on.`)
    },
    onSuccess: onClose,
    onError: toastFailure(`${name} keeps their current storage limit`),
    affects: peopleAndOverview,
  })
  const choices = {
    default: {
      label: 'Default',
      effect: settings ? `${settings.storageLimitGb} GB, like everyone else.` : 'Like everyone else.',
    },
    own: { label: 'Their own', effect: 'A limit only for this account.' },
  }
  return (
    <FormDialog
      title="Storage limit"
      description={
        <span className="wrap-anywhere">
          {name} stores {formatBytes(person.storedBytes)}. With a lower limit nothing is deleted, but they can’t upload.
        </span>
      }
      onClose={onClose}
      form={form}
      submitLabel="Save"
    >
      <RadioGroup legend="Storage limit" isLegendHidden choices={choices} {...form.field('kind')} />
      <Field
        label="Limit in GB"
        inputMode="numeric"
        disabled={form.values.kind === 'default'}
        {...form.field('storageLimitGb')}
      />
    </FormDialog>
  )
}

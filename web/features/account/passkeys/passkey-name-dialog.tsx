import { PASSKEY_NAME_MAX_LENGTH, RenamePasskeyBody } from '../../../../contract/account/passkeys.ts'
import { describeFailure } from '../../../passkeys/describe-failure.ts'
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { useZodForm } from '../../../ui/forms/use-zod-form.ts'

interface PasskeyNameDialogProps {
  title: string
  description: string
  initialName: string
  submitLabel: string
  submit: (body: RenamePasskeyBody) => Promise<void>
  onClose: () => void
}

/** A dialog for the name that distinguishes a passkey from the user's other passkeys. */
export function PasskeyNameDialog({ initialName, submit, ...dialog }: PasskeyNameDialogProps) {
  const form = useZodForm(RenamePasskeyBody, {
    defaults: { name: initialName },
    submit,
    onSuccess: dialog.onClose,
    onError: (error) => {
      const problem = describeFailure(error)
      if (problem) form.showMessages({ name: problem })
    },
  })
  return (
    <FormDialog dirty={false} form={form} {...dialog}>
      <Field label="Name" autoComplete="off" maxLength={PASSKEY_NAME_MAX_LENGTH} {...form.field('name')} />
    </FormDialog>
  )
}

import { PASSKEY_NAME_MAX_LENGTH, RenamePasskeyBody } from '../../../../contract/account/passkeys.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { useZodForm } from '../../../ui/forms/use-zod-form.ts'

interface PasskeyNameFormProps {
  initialName: string
  submitLabel: string
  submit: (body: RenamePasskeyBody) => Promise<void>
  /** Returns the message for a failed attempt, which the field shows. */
  describe: (error: Error) => string | undefined
  onSuccess: () => void
}

/** A form for the name that distinguishes a passkey from the user's other passkeys. */
export function PasskeyNameForm({ initialName, submitLabel, submit, describe, onSuccess }: PasskeyNameFormProps) {
  const form = useZodForm(RenamePasskeyBody, {
    defaults: { name: initialName },
    submit,
    onSuccess,
    onError: (error) => {
      const problem = describe(error)
      if (problem) form.showMessages({ name: problem })
    },
  })
  return (
    <form {...form.props} className="flex flex-col gap-5">
      <Field label="Name" autoComplete="off" maxLength={PASSKEY_NAME_MAX_LENGTH} {...form.field('name')} />
      <DialogActions>
        <Button type="submit" variant="primary" pending={form.isPending}>
          {submitLabel}
        </Button>
      </DialogActions>
    </form>
  )
}

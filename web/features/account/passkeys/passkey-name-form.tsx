import type { FormEvent } from 'react'
import { useState } from 'react'
import { PASSKEY_NAME_MAX_LENGTH } from '../../../../contract/account/passkeys.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogClose } from '../../../ui/dialogs/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'

interface PasskeyNameFormProps {
  initialName: string
  submitLabel: string
  pending: boolean
  /** The error of the last attempt. */
  problem: string | undefined
  onSubmit: (name: string) => void
}

/** A form for the name that distinguishes a passkey from the user's other passkeys. */
export function PasskeyNameForm({ initialName, submitLabel, pending, problem, onSubmit }: PasskeyNameFormProps) {
  const [name, setName] = useState(initialName)
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(name.trim() === '')
    if (name.trim() !== '') onSubmit(name)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field
        label="Name"
        autoComplete="off"
        maxLength={PASSKEY_NAME_MAX_LENGTH}
        value={name}
        error={isMissing ? 'Please give it a name' : problem}
        onChange={({ target }) => {
          setName(target.value)
          setMissing(false)
        }}
      />
      <div className="flex flex-wrap-reverse justify-end gap-3">
        <DialogClose asChild>
          <Button variant="ghost">Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" pending={pending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

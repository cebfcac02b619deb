import { useEffect } from 'react'
import type { OwnUser } from '../../../../contract/social/profiles.ts'
import { stopWaiting } from '../../../passkeys/authenticator.ts'
import { describeFailure } from '../../../passkeys/describe-failure.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { PasskeyNameForm } from './passkey-name-form.tsx'
import { useAddPasskey } from './passkey-changes.ts'

interface AddPasskeyDialogProps {
  user: OwnUser
  onClose: () => void
}

/** Asks for the passkey's name first. The browser's own dialog follows, which looks different on every system. */
export function AddPasskeyDialog({ user, onClose }: AddPasskeyDialogProps) {
  const submit = useAddPasskey(user)
  useEffect(() => stopWaiting, [])
  return (
    <Dialog
      title="Add a passkey"
      description="Next, your browser asks where to save it: on this device, a phone or a security key."
      onClose={onClose}
    >
      <PasskeyNameForm
        initialName="My passkey"
        submitLabel="Continue"
        submit={submit}
        describe={describeFailure}
        onSuccess={onClose}
      />
    </Dialog>
  )
}

import { useState } from 'react'
import type { Passkey } from '../../../../contract/account/passkeys.ts'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { whyFailed } from '../../../net/why-failed.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { PasskeyNameForm } from './passkey-name-form.tsx'
import { useRenamePasskey } from './passkey-changes.ts'
import { RemovePasskeyDialog } from './remove-passkey-dialog.tsx'

interface PasskeyItemProps {
  passkey: Passkey
  /** All passkeys of the account. */
  passkeys: readonly Passkey[]
}

export function PasskeyItem({ passkey, passkeys }: PasskeyItemProps) {
  const [dialog, setDialog] = useState<'rename' | 'remove'>()
  const { name, rpId, isForHere, createdAt, usedAt } = passkey
  const close = () => setDialog(undefined)
  return (
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-strong wrap-anywhere">
          {name}
          {!isForHere && <span className="font-normal text-ink-muted"> for {rpId}</span>}
        </p>
        <p className="text-small text-ink-muted">
          {'Added '}
          <RelativeTime iso={createdAt} />
          {usedAt ? (
            <>
              {', last used '}
              <RelativeTime iso={usedAt} />
            </>
          ) : (
            ', never used'
          )}
        </p>
      </div>
      <div className="flex gap-2">
        <Button aria-label={`Rename ${name}`} onClick={() => setDialog('rename')}>
          Rename
        </Button>
        <Button aria-label={`Remove ${name}`} onClick={() => setDialog('remove')}>
          Remove
        </Button>
      </div>
      {dialog === 'rename' && <RenameDialog passkey={passkey} onClose={close} />}
      {dialog === 'remove' && <RemovePasskeyDialog passkey={passkey} passkeys={passkeys} onClose={close} />}
    </li>
  )
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const submit = useRenamePasskey(passkey)
  return (
    <Dialog title="Rename this passkey" description="Only you can see its name." onClose={onClose}>
      <PasskeyNameForm
        initialName={passkey.name}
        submitLabel="Rename"
        submit={submit}
        describe={whyFailed}
        onSuccess={onClose}
      />
    </Dialog>
  )
}

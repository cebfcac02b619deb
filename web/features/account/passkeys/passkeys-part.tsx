import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { PASSKEYS_MAX, type Passkey } from '../../../../contract/account/passkeys.ts'
import type { OwnUser } from '../../../../contract/social/profiles.ts'
import { preparePasskeys, stopWaiting } from '../../../passkeys/authenticator.ts'
import { whyNoPasskeys } from '../../../passkeys/can-use-passkeys.ts'
import { describeFailure } from '../../../passkeys/describe-failure.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { NotArrived } from '../../../ui/notice.tsx'
import { TitledSection } from '../../../ui/titled-section.tsx'
import { accountQuery, passkeysQuery } from '../../../viewer/account.queries.ts'
import { useAddPasskey, useChangePasskeysOnly, canDoWithoutPassword } from './passkey-changes.ts'
import { PasskeyItem } from './passkey-item.tsx'
import { PasskeyNameForm } from './passkey-name-form.tsx'

/** The settings part for signing in without a password. */
export function PasskeysPart({ user }: { user: OwnUser }) {
  const { data: passkeys, isError, refetch } = useQuery(passkeysQuery)
  const [isAdding, setAdding] = useState(false)
  const cannot = whyNoPasskeys()
  useEffect(() => {
    if (!cannot) preparePasskeys()
  }, [cannot])
  if (isError && !passkeys) return <NotArrived what="your passkeys" onRetry={() => void refetch()} />
  const isFull = passkeys !== undefined && passkeys.length >= PASSKEYS_MAX
  return (
    <TitledSection
      id="passkeys"
      title="Passkeys"
      sentence="Sign in with your fingerprint, face or device PIN. Passkeys can’t be guessed or phished."
    >
      {passkeys && passkeys.length > 0 && (
        <ul aria-label="Your passkeys" className="mt-4 flex flex-col gap-1">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} passkeys={passkeys} />
          ))}
        </ul>
      )}
      {cannot || isFull ? (
        <p className="mt-4 font-strong">{cannot ?? `You have ${PASSKEYS_MAX}. Remove one to add another.`}</p>
      ) : (
        <Button className="mt-4" disabled={!passkeys} onClick={() => setAdding(true)}>
          Add a passkey
        </Button>
      )}
      {passkeys && <PasskeysOnly passkeys={passkeys} />}
      {isAdding && <AddPasskeyDialog user={user} onClose={() => setAdding(false)} />}
    </TitledSection>
  )
}

interface AddPasskeyDialogProps {
  user: OwnUser
  onClose: () => void
}

/** Asks for the passkey's name first. The browser's own dialog follows, which looks different on every system. */
function AddPasskeyDialog({ user, onClose }: AddPasskeyDialogProps) {
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

/** Tells users with passkeys whether their password also signs in, and lets them change that. */
function PasskeysOnly({ passkeys }: { passkeys: readonly Passkey[] }) {
  const { data: account } = useQuery(accountQuery)
  const change = useChangePasskeysOnly()
  if (!account || (!account.passkeysOnly && !passkeys.some(({ isForHere }) => isForHere))) return null
  if (account.passkeysOnly) {
    return (
      <div className="mt-6">
        <p className="max-w-[52ch]">Password sign-in is off. You sign in with passkeys only.</p>
        <Button className="mt-3" pending={change.isPending} onClick={() => change.mutate(false)}>
          Turn password sign-in back on
        </Button>
      </div>
    )
  }
  const canSwitch = canDoWithoutPassword(passkeys, account)
  return (
    <div className="mt-6">
      <p className="max-w-[52ch]">
        {canSwitch
          ? 'You can also sign in with your password, or turn that off.'
          : 'You can also sign in with your password. To turn that off, add a second passkey or create recovery codes.'}
      </p>
      {canSwitch && (
        <Button className="mt-3" pending={change.isPending} onClick={() => change.mutate(true)}>
          Sign in with passkeys only
        </Button>
      )}
    </div>
  )
}

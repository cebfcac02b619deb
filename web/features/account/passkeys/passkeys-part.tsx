import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { PASSKEYS_MAX, type Passkey, addPasskey, changePasskeysOnly } from '../../../../contract/account/passkeys.ts'
import type { OwnUser } from '../../../../contract/account/users.ts'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { showToast } from '../../../page/toast.ts'
import { useAction } from '../../../page/use-action.ts'
import { cancelPasskeyRequest, createPasskey, preparePasskeys } from '../../../passkeys/authenticator.ts'
import { findPasskeyProblem } from '../../../passkeys/can-use-passkeys.ts'
import { Button } from '../../../ui/button.tsx'
import { useFocusAfterRemoval } from '../../../ui/lists/use-focus-after-removal.ts'
import { QueryContent } from '../../../ui/loading/query-content.tsx'
import { TitledSection } from '../../../ui/titled-section.tsx'
import { accountQuery } from '../../../viewer/account.queries.ts'
import { passkeysQuery } from '../../../viewer/passkeys.queries.ts'
import { signInSettings } from '../sign-in-settings/sign-in-settings.queries.ts'
import { canDoWithoutPassword } from './can-do-without-password.ts'
import { PasskeyItem } from './passkey-item.tsx'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'

/** The settings part for signing in without a password. */
export function PasskeysPart({ user }: { user: OwnUser }) {
  return (
    <QueryContent query={useQuery(passkeysQuery)} what="your passkeys" loading={null}>
      {(passkeys) => <Passkeys user={user} passkeys={passkeys} />}
    </QueryContent>
  )
}

function Passkeys({ user, passkeys }: { user: OwnUser; passkeys: readonly Passkey[] }) {
  const [isAdding, setAdding] = useState(false)
  const cannot = findPasskeyProblem()
  useEffect(() => {
    if (!cannot) preparePasskeys()
  }, [cannot])
  const isFull = passkeys.length >= PASSKEYS_MAX
  return (
    <TitledSection
      id="passkeys"
      title="Passkeys"
      sentence="Sign in with your fingerprint, face or device PIN. Passkeys can’t be guessed or phished."
    >
      {passkeys.length > 0 && <PasskeyList passkeys={passkeys} />}
      {cannot || isFull ? (
        <p className="mt-4 font-strong">{cannot ?? `You have ${PASSKEYS_MAX}. Remove one to add another.`}</p>
      ) : (
        <Button className="mt-4" onClick={() => setAdding(true)}>
          Add a passkey
        </Button>
      )}
      <PasskeysOnly passkeys={passkeys} />
      {isAdding && <AddPasskeyDialog user={user} onClose={() => setAdding(false)} />}
    </TitledSection>
  )
}

/** The list disappears with its last passkey. The focus then moves to the button below it. */
function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  const list = useFocusAfterRemoval<HTMLUListElement>()
  return (
    <ul ref={list} aria-label="Your passkeys" className="mt-4 flex flex-col gap-1">
      {passkeys.map((passkey) => (
        <PasskeyItem key={passkey.id} passkey={passkey} passkeys={passkeys} />
      ))}
    </ul>
  )
}

/** Asks for the passkey's name first. The browser's own dialog follows, which looks different on every system. */
function AddPasskeyDialog({ user, onClose }: { user: OwnUser; onClose: () => void }) {
  const client = useQueryClient()
  useEffect(() => cancelPasskeyRequest, [])
  return (
    <PasskeyNameDialog
      title="Add a passkey"
      description="Next, your browser asks where to save it: on this device, a phone or a security key."
      initialName="My passkey"
      submitLabel="Continue"
      submit={async ({ name }) => {
        await call(addPasskey, { body: { ...(await createPasskey(user)), name } })
        await client.invalidateQueries(signInSettings)
        showToast('Passkey added', 'You can sign in with it from now on.')
      }}
      onClose={onClose}
    />
  )
}

/**
 * Shows whether the password can be used to sign in, and lets the user change that. Renders nothing without a passkey.
 */
function PasskeysOnly({ passkeys }: { passkeys: readonly Passkey[] }) {
  const { data: account } = useQuery(accountQuery)
  const change = useAction({
    mutationFn: (isOn: boolean) => call(changePasskeysOnly, { body: { isOn } }),
    onError: toastFailure('Nothing was changed'),
    affects: signInSettings,
  })
  if (!account || (!account.passkeysOnly && !passkeys.some(({ isForHere }) => isForHere))) return null
  const { passkeysOnly } = account
  const canSwitch = passkeysOnly || canDoWithoutPassword(passkeys, account)
  const also = canSwitch
    ? 'You can also sign in with your password, or turn that off.'
    : 'You can also sign in with your password. To turn that off, add a second passkey or create recovery codes.'
  return (
    <div className="mt-6">
      <p className="max-w-[33.8em]">
        {passkeysOnly ? 'Password sign-in is off. You sign in with passkeys only.' : also}
      </p>
      {canSwitch && (
        <Button className="mt-3" pending={change.isPending} onClick={() => change.mutate(!passkeysOnly)}>
          {passkeysOnly ? 'Turn password sign-in back on' : 'Sign in with passkeys only'}
        </Button>
      )}
    </div>
  )
}

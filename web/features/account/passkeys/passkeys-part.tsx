import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { PASSKEYS_MAX } from '../../../../contract/account/passkeys.ts'
import type { OwnUser } from '../../../../contract/social/profiles.ts'
import { preparePasskeys } from '../../../passkeys/authenticator.ts'
import { whyNoPasskeys } from '../../../passkeys/can-use-passkeys.ts'
import { Button } from '../../../ui/button.tsx'
import { NotArrived } from '../../../ui/notice.tsx'
import { TitledSection } from '../../../ui/titled-section.tsx'
import { passkeysQuery } from '../../../viewer/step-up/passkeys.queries.ts'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'
import { PasskeyItem } from './passkey-item.tsx'
import { PasskeysOnly } from './passkeys-only.tsx'

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

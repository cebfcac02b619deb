import type { OwnUser } from '../../../../contract/users.ts'
import { ChangesPart } from './changes-part.tsx'
import { DevicesPart } from './devices-part.tsx'
import { PasswordPart } from './password-part.tsx'
import { PasskeysPart } from './passkeys-part.tsx'
import { RecoveryCodesPart } from './recovery-codes-part.tsx'

/** How somebody signs in and comes back, and where they are signed in: one part each. */
export function SignInSection({ user }: { user: OwnUser }) {
  return (
    <div className="flex flex-col gap-14">
      <PasswordPart user={user} />
      <PasskeysPart user={user} />
      <RecoveryCodesPart />
      <DevicesPart />
      <ChangesPart />
    </div>
  )
}

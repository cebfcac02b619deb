import type { OwnUser } from '../../../contract/users.ts'
import { ChangesPart } from './sign-in/changes-part.tsx'
import { DevicesPart } from './sign-in/devices-part.tsx'
import { PasswordPart } from './sign-in/password-part.tsx'
import { PasskeysPart } from './sign-in/passkeys/passkeys-part.tsx'
import { RecoveryCodesPart } from './sign-in/recovery-codes-part.tsx'

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

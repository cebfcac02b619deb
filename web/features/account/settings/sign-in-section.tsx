import type { OwnUser } from '../../../../contract/social/profiles.ts'
import { ChangesPart } from '../sign-in-settings/changes-part.tsx'
import { DevicesPart } from '../sign-in-settings/devices-part.tsx'
import { PasswordPart } from '../sign-in-settings/password-part.tsx'
import { PasskeysPart } from '../passkeys/passkeys-part.tsx'
import { RecoveryCodesPart } from '../sign-in-settings/recovery-codes-part.tsx'

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

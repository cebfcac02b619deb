import { useQuery } from '@tanstack/react-query'
import type { OwnUser } from '../../../../contract/account/users.ts'
import { Together } from '../../../ui/loading/skeleton.tsx'
import { accountQuery } from '../../../viewer/account.queries.ts'
import { passkeysQuery } from '../../../viewer/passkeys.queries.ts'
import { eventsQuery } from '../sign-in-settings/account-events.queries.ts'
import { ChangesPart } from '../sign-in-settings/changes-part.tsx'
import { devicesQuery } from '../sign-in-settings/sign-in-settings.queries.ts'
import { DevicesPart } from '../sign-in-settings/devices-part.tsx'
import { PasswordPart } from '../sign-in-settings/password-part.tsx'
import { PasskeysPart } from '../passkeys/passkeys-part.tsx'
import { RecoveryCodesPart } from '../sign-in-settings/recovery-codes-part.tsx'

export function SignInSection({ user }: { user: OwnUser }) {
  const answers = [useQuery(accountQuery), useQuery(passkeysQuery), useQuery(devicesQuery), useQuery(eventsQuery)]
  return (
    <Together isPending={answers.some(({ isPending }) => isPending)} label="Loading your sign-in settings">
      <div className="flex flex-col gap-14">
        <PasswordPart user={user} />
        <PasskeysPart user={user} />
        <RecoveryCodesPart />
        <DevicesPart />
        <ChangesPart />
      </div>
    </Together>
  )
}

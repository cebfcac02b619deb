import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Device, endDevice, endOtherDevices } from '../../../../contract/account/devices.ts'
import { countOf } from '../../../format/count.ts'
import { formatDay } from '../../../format/day.ts'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { showToast } from '../../../page/toast.ts'
import { useAction } from '../../../page/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { QueryContent } from '../../../ui/loading/query-content.tsx'
import { TitledSection } from '../../../ui/titled-section.tsx'
import { useFocusAfterRemoval } from '../../../ui/lists/use-focus-after-removal.ts'
import { VanishingButton } from '../../../ui/lists/vanishing-button.tsx'
import { devicesQuery } from './sign-in-settings.queries.ts'

export function DevicesPart() {
  return (
    <QueryContent query={useQuery(devicesQuery)} what="your devices" loading={null}>
      {(devices) => (
        <TitledSection
          id="devices"
          title="Devices"
          sentence="Where you’re signed in. Don’t recognise a device? Sign it out and change your password."
        >
          <ul aria-labelledby="devices" className="mt-4">
            {devices.map((device) => (
              <DeviceItem key={device.id} device={device} />
            ))}
          </ul>
          {devices.length > 1 && <EndOthers count={devices.length - 1} />}
        </TitledSection>
      )}
    </QueryContent>
  )
}

const methods: Record<Device['method'], string> = {
  password: 'with a password',
  passkey: 'with a passkey',
  'recovery-code': 'with a recovery code',
}

function DeviceItem({ device }: { device: Device }) {
  const row = useFocusAfterRemoval<HTMLLIElement>()
  const { id, browser, createdAt, usedAt, isThis, method } = device
  const name = browser ?? 'Unknown app'
  const { mutate, isPending } = useAction({
    mutationFn: () => call(endDevice, { params: { id } }),
    onSuccess: () => showToast(`${name} is signed out`),
    onError: toastFailure('We couldn’t sign out this device'),
    affects: devicesQuery,
  })
  return (
    <li ref={row} className="flex min-h-16 items-center justify-between gap-4 border-t border-line py-3">
      <div className="min-w-0">
        <p className="font-strong">
          {name}
          {isThis && <span className="text-ink"> · this device</span>}
        </p>
        <p className="text-small text-ink-muted">
          Signed in on {formatDay(createdAt)} {methods[method]}
          {!isThis && (
            <>
              , last used <RelativeTime iso={usedAt} />
            </>
          )}
        </p>
      </div>
      {!isThis && (
        <Button pending={isPending} aria-label={`Sign out ${name}`} onClick={() => mutate()}>
          Sign out
        </Button>
      )}
    </li>
  )
}

function EndOthers({ count }: { count: number }) {
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useAction({
    mutationFn: () => call(endOtherDevices),
    onSuccess: () => showToast('All other devices signed out'),
    onError: toastFailure('We couldn’t sign out your other devices'),
    onSettled: () => setAsking(false),
    affects: devicesQuery,
  })
  return (
    <>
      <VanishingButton className="mt-4" onClick={() => setAsking(true)}>
        Sign out all others
      </VanishingButton>
      {isAsking && (
        <ConfirmDialog
          title="Sign out all other devices?"
          description={`${countOf(count, 'device')} will be signed out. You’ll stay signed in here.`}
          confirmLabel="Sign out all others"
          pending={isPending}
          onConfirm={() => mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { makeRecoveryCodes, RECOVERY_CODES_COUNT } from '../../../../contract/account/recovery.ts'
import { call, toastFailure } from '../../../net/api.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { NotArrived } from '../../../ui/notice.tsx'
import { TitledSection } from '../../../ui/titled-section.tsx'
import { accountQuery } from '../../../viewer/account.queries.ts'
import { eventsQuery } from './account-events.queries.ts'
import { NewRecoveryCodes } from './new-recovery-codes.tsx'

/** Creates recovery codes, the recovery method that works without e-mail and without an admin. */
export function RecoveryCodesPart() {
  const client = useQueryClient()
  const { data: account, isError, refetch } = useQuery(accountQuery)
  const [isAsking, setAsking] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  const button = useRef<HTMLButtonElement>(null)
  const make = useMutation({
    mutationFn: () => call(makeRecoveryCodes),
    onSuccess: async (made) => {
      setCodes(made.codes)
      await Promise.all([accountQuery, eventsQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })))
    },
    onError: toastFailure('We couldn’t create new codes'),
    onSettled: () => setAsking(false),
  })
  if (isError && !account) return <NotArrived what="your recovery codes" onRetry={() => void refetch()} />
  const left = account?.recoveryCodesLeft ?? 0
  const putAway = () => {
    flushSync(() => setCodes(undefined))
    // Keyboard users continue from the place where the codes were.
    button.current?.focus()
  }
  return (
    <TitledSection
      id="recovery-codes"
      title="Recovery codes"
      sentence={`${RECOVERY_CODES_COUNT} codes in case you lose your password or passkeys. Each works once, so keep them somewhere safe.`}
    >
      {account && !codes && <p className="mt-4 font-strong">{describeCodesLeft(left)}</p>}
      {codes ? (
        <NewRecoveryCodes codes={codes} onDone={putAway} />
      ) : (
        <Button
          ref={button}
          className="mt-4"
          disabled={!account}
          pending={make.isPending}
          onClick={() => (left > 0 ? setAsking(true) : make.mutate())}
        >
          {left > 0 ? 'Make new codes' : 'Make recovery codes'}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Make new recovery codes?"
          description="Your current codes will stop working."
          confirmLabel="Make new codes"
          pending={make.isPending}
          onConfirm={() => make.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </TitledSection>
  )
}

function describeCodesLeft(left: number): string {
  if (left === 0) return 'You have none.'
  return left === 1 ? 'You have 1 left.' : `You have ${left} left.`
}

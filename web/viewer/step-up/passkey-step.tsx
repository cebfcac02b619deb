import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { confirmWithPasskey } from '../../../contract/account/passkeys.ts'
import { ApiError, call } from '../../net/api.ts'
import { queryClient } from '../../net/query-client.ts'
import { answerChallenge, issueChallenge, preparePasskeys, stopWaiting } from '../../passkeys/authenticator.ts'
import { whyNoPasskeys } from '../../passkeys/can-use-passkeys.ts'
import { describeFailure } from '../../passkeys/describe-failure.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialogs/dialog.tsx'

/** Confirms the identity with a passkey. Users with a passkey cannot fall back to their password. */
export function PasskeyStep({ onSettled }: { onSettled: (isConfirmed: boolean) => void }) {
  const cannot = whyNoPasskeys()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The dialog opens before it is known whether it asks for a passkey, so the focus has to be set here.
    button.current?.focus()
    preparePasskeys()
    return stopWaiting
  }, [])
  const confirm = useMutation(
    {
      mutationFn: async () => {
        const body = await answerChallenge(await issueChallenge('confirm'))
        await call(confirmWithPasskey, { body })
      },
      onSuccess: () => onSettled(true),
      onError: (error) => {
        // The page itself announces the expired session and links to the sign-in screen.
        if (error instanceof ApiError && error.code === 'LOGIN_REQUIRED') onSettled(false)
      },
    },
    queryClient,
  )
  const problem = cannot
    ? `${cannot} Open this site there to continue.`
    : confirm.error && describeFailure(confirm.error)
  return (
    <>
      {problem && (
        <p role="alert" className="mb-5 text-small text-danger">
          {problem}
        </p>
      )}
      <DialogActions>
        <Button
          ref={button}
          variant="primary"
          disabled={cannot !== undefined}
          pending={confirm.isPending}
          onClick={() => confirm.mutate()}
        >
          Use your passkey
        </Button>
      </DialogActions>
    </>
  )
}

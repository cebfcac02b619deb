import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { confirmWithPasskey } from '../../../contract/account/passkeys.ts'
import { ApiError, call } from '../../net/api.ts'
import { queryClient } from '../../net/query-client.ts'
import { answerChallenge, drawChallenge, preparePasskeys, stopWaiting } from '../../passkeys/authenticator.ts'
import { whyNoPasskeys } from '../../passkeys/can-use-passkeys.ts'
import { describeFailure } from '../../passkeys/describe-failure.ts'
import { Button } from '../../ui/button.tsx'
import { DialogClose } from '../../ui/dialogs/dialog.tsx'

/** Confirms by a passkey who somebody is: whoever has one is asked for nothing less. */
export function PasskeyStep({ onSettled }: { onSettled: (isConfirmed: boolean) => void }) {
  const cannot = whyNoPasskeys()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The dialog has opened before it was known what to ask for.
    button.current?.focus()
    preparePasskeys()
    return stopWaiting
  }, [])
  const confirm = useMutation(
    {
      mutationFn: async () => {
        const body = await answerChallenge(await drawChallenge('confirm'))
        await call(confirmWithPasskey, { body })
      },
      onSuccess: () => onSettled(true),
      onError: (error) => {
        // The page says so, and leads to signing in.
        if (error instanceof ApiError && error.code === 'LOGIN_REQUIRED') onSettled(false)
      },
    },
    queryClient,
  )
  const problem = cannot
    ? `${cannot} Open this site there to do this.`
    : confirm.error && describeFailure(confirm.error)
  return (
    <>
      {problem && (
        <p role="alert" className="mb-5 text-small text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap-reverse justify-end gap-3">
        <DialogClose asChild>
          <Button variant="ghost">Cancel</Button>
        </DialogClose>
        <Button
          ref={button}
          variant="primary"
          disabled={cannot !== undefined}
          pending={confirm.isPending}
          onClick={() => confirm.mutate()}
        >
          Use your passkey
        </Button>
      </div>
    </>
  )
}

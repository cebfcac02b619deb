import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { confirmWithPasskey } from '../../contract/account/passkeys.ts'
import { confirmPassword, ConfirmPasswordBody } from '../../contract/account/sign-in.ts'
import { codeOf, failureMessage } from '../net/api-error.ts'
import { call } from '../net/api.ts'
import { queryClient } from '../net/query-client.ts'
import { useAction } from '../page/use-action.ts'
import { answerChallenge, issueChallenge, preparePasskeys, cancelPasskeyRequest } from '../passkeys/authenticator.ts'
import { findPasskeyProblem } from '../passkeys/can-use-passkeys.ts'
import { describeFailure } from '../passkeys/describe-failure.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialogs/dialog.tsx'
import { PasswordField } from '../ui/forms/password-field.tsx'
import { useZodForm } from '../ui/forms/use-zod-form.ts'
import { Problem } from '../ui/problem.tsx'
import { Spinner } from '../ui/loading/spinner.tsx'
import { passkeysQuery } from './passkeys.queries.ts'
import { cachedUser } from './viewer.queries.ts'

let openPrompt: Promise<boolean> | undefined

/**
 * Asks for the password or a passkey in a dialog, once for all waiting calls. The dialog has its own React root, so
 * that no page has to render it.
 *
 * @returns Whether the user confirmed their identity. `false` if they closed the dialog, or are no longer signed in.
 */
export function promptForIdentity(): Promise<boolean> {
  openPrompt ??= new Promise<boolean>((resolve) => {
    const container = document.body.appendChild(document.createElement('div'))
    const root = createRoot(container)
    const findUserId = () => cachedUser(queryClient)?.id
    const askedId = findUserId()
    // Another user who signs in, for example in another tab, must not confirm the calls of this one.
    const stopWatching = queryClient.getQueryCache().subscribe(() => {
      if (findUserId() !== askedId) settle(false)
    })
    const settle = (isConfirmed: boolean) => {
      stopWatching()
      openPrompt = undefined
      root.unmount()
      container.remove()
      resolve(isConfirmed)
    }
    root.render(
      <QueryClientProvider client={queryClient}>
        <ConfirmationDialog onSettled={settle} />
      </QueryClientProvider>,
    )
  })
  return openPrompt
}

/** Asks for a passkey if the user has one for this site, otherwise for the password. */
function ConfirmationDialog({ onSettled }: { onSettled: (isConfirmed: boolean) => void }) {
  const { data: passkeys, isPending } = useQuery(passkeysQuery)
  const hasPasskey = passkeys?.some(({ isForHere }) => isForHere) === true
  return (
    <Dialog
      title="Confirm that it’s you"
      description={
        hasPasskey
          ? 'Use your passkey to continue. You won’t be asked again for ten minutes.'
          : 'Enter your password to continue. You won’t be asked again for ten minutes.'
      }
      onClose={() => onSettled(false)}
    >
      {isPending && <Spinner />}
      {!isPending && (hasPasskey ? <PasskeyStep onSettled={onSettled} /> : <PasswordStep onSettled={onSettled} />)}
    </Dialog>
  )
}

function PasswordStep({ onSettled }: { onSettled: (isConfirmed: boolean) => void }) {
  const field = useRef<HTMLInputElement>(null)
  // The dialog opens with a spinner, before this field exists. The field therefore takes the focus when it appears.
  useEffect(() => field.current?.focus(), [])
  const form = useZodForm(ConfirmPasswordBody, {
    defaults: { password: '' },
    submit: (body) => call(confirmPassword, { body }),
    onSuccess: () => onSettled(true),
    onError: (error) => {
      // The page itself announces the expired session and links to the sign-in screen.
      if (codeOf(error) === 'LOGIN_REQUIRED') onSettled(false)
      else form.showMessages({ password: failureMessage(error) })
      // A passkey may have been added elsewhere in the meantime.
      void queryClient.invalidateQueries(passkeysQuery)
    },
  })
  return (
    <form {...form.props} className="flex flex-col gap-5">
      {/* Password managers read the account's address from this field. */}
      <input hidden readOnly type="email" autoComplete="username" value={cachedUser(queryClient)?.email ?? ''} />
      <PasswordField ref={field} autoComplete="current-password" {...form.field('password')} />
      <DialogActions>
        <Button type="submit" variant="primary" pending={form.isPending}>
          Confirm
        </Button>
      </DialogActions>
    </form>
  )
}

/** Confirms the identity with a passkey. Users with a passkey cannot fall back to their password. */
function PasskeyStep({ onSettled }: { onSettled: (isConfirmed: boolean) => void }) {
  const cannot = findPasskeyProblem()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The dialog opens with a spinner, before this button exists. The button therefore takes the focus when it appears.
    button.current?.focus()
    preparePasskeys()
    return cancelPasskeyRequest
  }, [])
  const confirm = useAction(
    {
      mutationFn: async () => {
        const body = await answerChallenge(await issueChallenge('confirm'))
        await call(confirmWithPasskey, { body })
      },
      onSuccess: () => onSettled(true),
      onError: (error) => {
        // The page itself announces the expired session and links to the sign-in screen.
        if (codeOf(error) === 'LOGIN_REQUIRED') onSettled(false)
      },
    },
    queryClient,
  )
  const problem = cannot
    ? `${cannot} Open this site there to continue.`
    : confirm.error && describeFailure(confirm.error)
  return (
    <div className="flex flex-col gap-5">
      {problem && <Problem>{problem}</Problem>}
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
    </div>
  )
}

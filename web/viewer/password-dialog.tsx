import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { confirmPassword } from '../../contract/auth.ts'
import { ApiError, call } from '../net/api.ts'
import { queryClient } from '../net/query-client.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { ownUserQuery } from './viewer.queries.ts'

let asking: Promise<boolean> | undefined

/**
 * Asks for the password in a dialog over whatever is shown, once for all calls that wait for it. It stands beside the
 * page, so that nothing on the page has to make room for it.
 *
 * @returns Whether the password was right; `false` if the dialog was closed.
 */
export function askForPassword(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    const settle = (isConfirmed: boolean) => {
      asking = undefined
      root.unmount()
      place.remove()
      resolve(isConfirmed)
    }
    root.render(<PasswordDialog onSettled={settle} />)
  })
  return asking
}

function PasswordDialog({ onSettled }: { onSettled: (isConfirmed: boolean) => void }) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const confirm = useMutation(
    {
      mutationFn: () => call(confirmPassword, { body: { password } }),
      onSuccess: () => onSettled(true),
      onError: (error) => {
        // The page says so, and leads to signing in.
        if (error instanceof ApiError && error.code === 'LOGIN_REQUIRED') onSettled(false)
        else setProblem(sentenceOf(error))
      },
    },
    queryClient,
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password === '') setProblem('Password is required')
    else confirm.mutate()
  }
  return (
    <Dialog
      title="Confirm that it’s you"
      description="This takes your password once more. For ten minutes you won’t be asked again."
      onClose={() => onSettled(false)}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {/* For password managers, which look for whose password it is. */}
        <input
          hidden
          readOnly
          type="email"
          autoComplete="username"
          value={queryClient.getQueryData(ownUserQuery.queryKey)?.email ?? ''}
        />
        <PasswordField
          autoComplete="current-password"
          value={password}
          error={problem}
          onChange={({ target }) => {
            setPassword(target.value)
            setProblem(undefined)
          }}
        />
        <div className="mt-1 flex flex-wrap-reverse justify-end gap-3">
          <DialogClose asChild>
            <Button variant="ghost">Cancel</Button>
          </DialogClose>
          <Button type="submit" variant="primary" pending={confirm.isPending}>
            Confirm
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function sentenceOf(error: Error): string {
  if (!(error instanceof ApiError)) return 'The site didn’t answer. Check your connection and try again.'
  return error.sentence ?? 'Your password couldn’t be checked. Please try again.'
}

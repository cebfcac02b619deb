import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { PASSWORD_MIN_LENGTH } from '../../../../contract/account/sign-in.ts'
import { ChangePasswordBody } from '../../../../contract/account/password.ts'
import type { Issue } from '../../../../contract/errors.ts'
import type { OwnUser } from '../../../../contract/social/profiles.ts'
import { ApiError } from '../../../net/api.ts'
import { whyFailed } from '../../../net/why-failed.ts'
import { showErrorToast } from '../../../page/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { NotArrived } from '../../../ui/notice.tsx'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { accountQuery } from '../../../viewer/account.queries.ts'
import { useChangePassword } from './use-change-password.ts'

/** Changes the password, or sets the first one. */
export function PasswordPart({ user }: { user: OwnUser }) {
  const { data: account, isError, refetch } = useQuery(accountQuery)
  if (isError && !account) return <NotArrived what="your password" onRetry={() => void refetch()} />
  return (
    <section aria-labelledby="password">
      <h2 id="password" className="headline text-title">
        Password
      </h2>
      {account?.isEasyToGuess && !account.passkeysOnly && (
        <p className="mt-2 max-w-[52ch] font-strong">
          Your password is one of the first that attackers try. Please choose a new one.
        </p>
      )}
      <p className="mt-2 max-w-[52ch] text-ink-muted">
        {account?.passkeysOnly
          ? 'You sign in with passkeys only. If you set a new password, it will sign you in too.'
          : 'Changing it signs out all your other devices.'}
      </p>
      {account && <PasswordForm email={user.email} asksForCurrent={!account.passkeysOnly} />}
    </section>
  )
}

interface PasswordFormProps {
  email: string
  asksForCurrent: boolean
}

const empty = { current: '', new: '' }

function PasswordForm({ email, asksForCurrent }: PasswordFormProps) {
  const [typed, setTyped] = useState(empty)
  const [issues, setIssues] = useState<Issue[]>([])
  const { mutate, isPending } = useChangePassword(() => setTyped(empty))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = ChangePasswordBody.safeParse(asksForCurrent ? typed : { new: typed.new })
    const found = parsed.error?.issues.map(({ path, message }) => ({ path: path.join('.'), message })) ?? []
    setIssues(found)
    if (parsed.success) mutate(parsed.data, { onError: (error) => setIssues(issuesOf(error)) })
  }
  const field = (name: keyof typeof empty) => ({
    value: typed[name],
    error: issues.find(({ path }) => path === name)?.message,
    onChange: ({ target }: { target: HTMLInputElement }) => {
      setTyped({ ...typed, [name]: target.value })
      setIssues(issues.filter(({ path }) => path !== name))
    },
  })
  return (
    <form noValidate onSubmit={submit} className="mt-5 flex max-w-md flex-col gap-5">
      {/* Password managers read the account's address from this field. */}
      <input hidden readOnly type="email" autoComplete="username" value={email} />
      {asksForCurrent && (
        <PasswordField label="Current password" autoComplete="current-password" {...field('current')} />
      )}
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
        {...field('new')}
      />
      <Button type="submit" className="self-start" pending={isPending}>
        Change password
      </Button>
    </form>
  )
}

/** Returns the server's errors for the form's fields. Shows any other error as a toast. */
function issuesOf(error: Error): Issue[] {
  if (error instanceof ApiError && error.code === 'INVALID_CREDENTIALS') {
    return [{ path: 'current', message: error.sentence ?? '' }]
  }
  const issues = error instanceof ApiError ? error.issues : []
  if (issues.length === 0) showErrorToast('Your password wasn’t changed', whyFailed(error))
  return issues
}

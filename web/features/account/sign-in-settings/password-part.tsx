import { useQuery } from '@tanstack/react-query'
import { changePassword, ChangePasswordBody } from '../../../../contract/account/password.ts'
import type { OwnUser } from '../../../../contract/account/users.ts'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { showToast } from '../../../page/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { QueryContent } from '../../../ui/loading/query-content.tsx'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { useZodForm } from '../../../ui/forms/use-zod-form.ts'
import { TitledSection } from '../../../ui/titled-section.tsx'
import { accountQuery } from '../../../viewer/account.queries.ts'
import { NewPasswordField } from '../recovery/recovery-fields.tsx'
import { signInSettings } from './sign-in-settings.queries.ts'

/** Changes the password. Users who sign in only with passkeys are not asked for the current one. */
export function PasswordPart({ user }: { user: OwnUser }) {
  return (
    <QueryContent query={useQuery(accountQuery)} what="your password" loading={null}>
      {(account) => (
        <TitledSection id="password" title="Password">
          {account.isEasyToGuess && !account.passkeysOnly && (
            <p className="mt-2 max-w-[33.8em] font-strong">
              Your password is one of the first that attackers try. Please choose a new one.
            </p>
          )}
          <p className="mt-2 max-w-[33.8em] text-ink-muted">
            {account.passkeysOnly
              ? 'You sign in with passkeys only. If you set a new password, you can sign in with that, too.'
              : 'Changing it signs out all your other devices.'}
          </p>
          <PasswordForm email={user.email} asksForCurrent={!account.passkeysOnly} />
        </TitledSection>
      )}
    </QueryContent>
  )
}

function PasswordForm({ email, asksForCurrent }: { email: string; asksForCurrent: boolean }) {
  const form = useZodForm(ChangePasswordBody, {
    defaults: { current: '', new: '' },
    toBody: (typed) => (asksForCurrent ? typed : { new: typed.new }),
    submit: async (body) => {
      await call(changePassword, { body })
      form.reset()
      showToast('Password changed', 'All other devices signed out.')
    },
    codes: { INVALID_CREDENTIALS: 'current' },
    onError: toastFailure('Your password wasn’t changed'),
    affects: signInSettings,
  })
  return (
    <form {...form.props} className="mt-5 flex max-w-md flex-col gap-5">
      {/* Password managers read the account's address from this field. */}
      <input hidden readOnly type="email" autoComplete="username" value={email} />
      {asksForCurrent && (
        <PasswordField label="Current password" autoComplete="current-password" {...form.field('current')} />
      )}
      <NewPasswordField {...form.field('new')} />
      <Button type="submit" className="self-start" pending={form.isPending}>
        Change password
      </Button>
    </form>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { checkResetLink, ResetPasswordBody, resetPassword } from '../../../../contract/account/recovery.ts'
import { getOwnUser } from '../../../../contract/account/session.ts'
import { ApiError, codeOf, failureMessage } from '../../../net/api-error.ts'
import { call } from '../../../net/api.ts'
import { Button } from '../../../ui/button.tsx'
import { PageSpinner } from '../../../ui/loading/spinner.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { NarrowPage } from '../../../ui/narrow-page.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { createLinkToken, linkCheckQuery, useLinkToken } from '../../../viewer/link-token.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { useZodForm } from '../../../ui/forms/use-zod-form.ts'
import { cachedUser, replaceUser } from '../../../viewer/viewer.queries.ts'
import { InvalidLink } from './invalid-link.tsx'
import { CodeField, NewPasswordField } from './recovery-fields.tsx'

const resetToken = createLinkToken('reset')

/**
 * `/auth/reset#TOKEN`: the page that reset links from e-mails and from admins open. Loading it does not consume the
 * token. A link whose check fails for another reason can still be tried.
 */
export function ResetPage() {
  const token = useLinkToken(resetToken)
  // The typed password is kept if the link turns out to be invalid.
  const [password, setPassword] = useState('')
  const [done, setDone] = useState<{ token: string; wasTakenOver: boolean }>()
  const check = useQuery(linkCheckQuery(checkResetLink, token))
  // Another link may have been opened since.
  if (done && done.token === token) return <Done wasTakenOver={done.wasTakenOver} />
  if (token === undefined || codeOf(check.error) === 'NOT_FOUND') {
    return <InvalidLink isComplete={token !== undefined} link={['/auth/forgot', 'Get a new link']} />
  }
  if (check.isPending) return <PageSpinner />
  return (
    <NarrowPage>
      <PageHeading title="New password" className="headline text-display">
        Choose a new password
      </PageHeading>
      <p className="mt-3 mb-8 text-ink-muted">You’ll be signed out everywhere. Then sign in with your new password.</p>
      <NewPasswordForm
        key={token}
        token={token}
        password={password}
        onPassword={setPassword}
        onDone={(wasTakenOver) => {
          resetToken.discard()
          setPassword('')
          setDone({ token, wasTakenOver })
        }}
        onInvalid={() => void check.refetch()}
      />
    </NarrowPage>
  )
}

interface NewPasswordFormProps {
  token: string
  password: string
  onPassword: (password: string) => void
  onDone: (wasTakenOver: boolean) => void
  onInvalid: () => void
}

function NewPasswordForm({ token, password, onPassword, onDone, onInvalid }: NewPasswordFormProps) {
  const [asksForCode, setAsksForCode] = useState(false)
  const [problem, setProblem] = useState<string>()
  const client = useQueryClient()
  const { props, field, isPending } = useZodForm(ResetPasswordBody, {
    defaults: { password, code: '', wasTakenOver: false },
    toBody: ({ code, ...values }) => ({ token, ...values, ...(asksForCode ? { code } : {}) }),
    onChange: (typed) => {
      onPassword(typed.password)
      setProblem(undefined)
    },
    submit: async (body, { wasTakenOver }) => {
      setProblem(undefined)
      await call(resetPassword, { body })
      // If the account is the one that is signed in here, the reset has ended its session.
      if (cachedUser(client) && (await isSignedOut())) replaceUser(client, null)
      return wasTakenOver
    },
    onSuccess: onDone,
    onError: (error) => {
      const reason = codeOf(error)
      if (reason === 'NOT_FOUND') onInvalid()
      if (reason === 'RECOVERY_CODE_REQUIRED') setAsksForCode(true)
      setProblem(failureMessage(error))
    },
  })
  return (
    <form {...props} className="flex flex-col gap-5">
      <NewPasswordField {...field('password')} />
      {asksForCode && <CodeField {...field('code')} />}
      <Checkbox
        label="Someone else got into my account"
        effect="Removes all passkeys and recovery codes. With a link from an admin, also restores the email address you had before this week’s changes."
        {...field('wasTakenOver')}
      />
      {problem && <Problem>{problem}</Problem>}
      <Button type="submit" variant="primary" pending={isPending}>
        Set password
      </Button>
    </form>
  )
}

function Done({ wasTakenOver }: { wasTakenOver: boolean }) {
  return (
    <Notice
      title="New password"
      heading="Your new password is set"
      sentence={
        wasTakenOver
          ? 'You’ve been signed out everywhere, and all passkeys and recovery codes are removed. Sign in with your new password. If someone changed your email address, try your previous one.'
          : 'You’ve been signed out everywhere. Sign in with your new password. For an hour from now, you can remove passkeys you don’t recognise without confirming with a passkey.'
      }
      link={['/auth', 'Sign in']}
    />
  )
}

async function isSignedOut(): Promise<boolean> {
  try {
    await call(getOwnUser)
    return false
  } catch (error) {
    return error instanceof ApiError && error.status === 401
  }
}

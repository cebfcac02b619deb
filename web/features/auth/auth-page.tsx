import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Redirect, useSearch } from 'wouter'
import { LoginBody, PASSWORD_MIN_LENGTH, RegisterBody } from '../../../contract/auth.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageSpinner } from '../../ui/spinner.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { returnPath } from '../../viewer/return-path.ts'
import { useLogin, useOwnUser, useRegister } from '../../viewer/viewer.queries.ts'
import { AuthPanel } from './auth-panel.tsx'
import { CredentialsForm } from './credentials-form.tsx'

export function AuthPage() {
  const { user } = useOwnUser()
  const search = useSearch()
  if (user === undefined) return <PageSpinner />
  if (user !== null) return <Redirect to={returnPath(search, location.origin)} replace />
  return (
    <div className="mx-auto grid max-w-6xl gap-12 px-4 pt-8 pb-40 sm:px-8 lg:grid-cols-[1fr_26rem] lg:gap-20 lg:pt-12">
      <AuthPanel />
      <div className="mx-auto w-full max-w-md lg:order-last">
        <SignIn />
        <p aria-hidden="true" className="my-5 text-center text-small text-ink-muted">
          or
        </p>
        <Button disabled className="w-full">
          Continue with Google (Coming Soon)
        </Button>
      </div>
    </div>
  )
}

/** One form under two tabs: who began on the wrong one keeps what was typed. */
function SignIn() {
  const [tab, setTab] = useState<'login' | 'register'>('login')
  const login = useLogin()
  const register = useRegister()
  const form = useForm({
    resolver: zodResolver(tab === 'login' ? LoginBody : RegisterBody),
    defaultValues: { email: '', password: '' },
  })
  return (
    <>
      <PageHeading title={tab === 'login' ? 'Login' : 'Sign Up'}>
        {tab === 'login' ? 'Good to see you again' : 'Start dreaming out loud'}
      </PageHeading>
      <p className="mt-2 mb-8 text-ink-muted">
        {tab === 'login' ? 'Log in to publish your own clips.' : 'Join and start sharing your AI-generated videos.'}
      </p>
      <Tabs
        label="Login or sign up"
        value={tab}
        onChange={(next) => {
          setTab(next)
          // The other tab has other rules.
          form.clearErrors()
        }}
        tabs={[
          {
            value: 'login',
            label: 'Login',
            content: (
              <CredentialsForm
                form={form}
                submitLabel="Login"
                passwordAutoComplete="current-password"
                pending={login.isPending}
                onSubmit={form.handleSubmit((credentials) => login.mutate(credentials))}
              />
            ),
          },
          {
            value: 'register',
            label: 'Sign Up',
            content: (
              <CredentialsForm
                form={form}
                submitLabel="Create Account"
                passwordAutoComplete="new-password"
                passwordHint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
                pending={register.isPending}
                onSubmit={form.handleSubmit((credentials) => register.mutate(credentials))}
              />
            ),
          },
        ]}
      />
    </>
  )
}

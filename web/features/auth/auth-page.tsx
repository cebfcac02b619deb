import { useState } from 'react'
import { Redirect, useSearch } from 'wouter'
import { LoginBody, RegisterBody } from '../../../contract/auth.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageSpinner } from '../../ui/spinner.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useLogin, useOwnUser, useRegister } from './auth.queries.ts'
import { AuthPanel } from './auth-panel.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { returnPath } from './return-path.ts'

export function AuthPage() {
  const { user } = useOwnUser()
  const search = useSearch()
  const [tab, setTab] = useState<'login' | 'register'>('login')
  const login = useLogin()
  const register = useRegister()

  if (user === undefined) return <PageSpinner />
  if (user !== null) return <Redirect to={returnPath(search, location.origin)} replace />
  return (
    <div className="mx-auto grid max-w-6xl gap-12 px-4 pt-8 pb-40 sm:px-8 lg:grid-cols-[1fr_26rem] lg:gap-20 lg:pt-12">
      <AuthPanel />
      <div className="mx-auto w-full max-w-md lg:order-last">
        <PageHeading title={tab === 'login' ? 'Login' : 'Sign Up'}>
          {tab === 'login' ? 'Good to see you again' : 'Start dreaming out loud'}
        </PageHeading>
        <p className="mt-2 mb-8 text-ink-muted">
          {tab === 'login' ? 'Log in to publish your own clips.' : 'Join and start sharing your AI-generated videos.'}
        </p>
        <Tabs
          label="Login or sign up"
          value={tab}
          onChange={setTab}
          tabs={[
            {
              value: 'login',
              label: 'Login',
              content: (
                <CredentialsForm
                  schema={LoginBody}
                  submitLabel="Login"
                  passwordAutoComplete="current-password"
                  pending={login.isPending}
                  onSubmit={login.mutate}
                />
              ),
            },
            {
              value: 'register',
              label: 'Sign Up',
              content: (
                <CredentialsForm
                  schema={RegisterBody}
                  submitLabel="Create Account"
                  passwordAutoComplete="new-password"
                  pending={register.isPending}
                  onSubmit={register.mutate}
                />
              ),
            },
          ]}
        />
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

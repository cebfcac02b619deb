import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { listCommonPasswords } from '../../../../contract/account/password.ts'
import { LoginBody, RegisterBody, PASSWORD_MIN_LENGTH } from '../../../../contract/account/sign-in.ts'
import type { OwnUser } from '../../../../contract/account/users.ts'
import type { Registration } from '../../../../contract/site/settings.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { findPasskeyProblem } from '../../../passkeys/can-use-passkeys.ts'
import { isFocusLost, keepFocus } from '../../../page/focus.ts'
import { site } from '../../../page/site.ts'
import { Button } from '../../../ui/button.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PageSpinner } from '../../../ui/loading/spinner.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { readIntent, deleteIntent } from '../../../viewer/sign-in/intent.ts'
import type { CameFrom } from '../../../viewer/sign-in/sign-in.tsx'
import { returnPath } from '../../../viewer/sign-in/return-path.ts'
import { cachedUser, useOwnUser } from '../../../viewer/viewer.queries.ts'
import { AuthPanel } from './auth-panel.tsx'
import { CredentialsForm, type Credentials } from './credentials-form.tsx'
import { fulfilIntent } from './fulfil-intent.ts'
import { type OpenInvitation, useInvitation } from './invitation.ts'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { signInReason } from './sign-in-reason.ts'
import { useLogin, useRegister, siteQuery } from './sign-in.queries.ts'
import { WaitingStep } from '../registration-approval/waiting-step.tsx'

export function AuthPage() {
  const user = useOwnUser()
  const next = returnPath(useSearch(), location.origin)
  useIntentOf(next)
  const invitation = useInvitation()
  // Waits for the check of the invitation, because a late error message would push the form down.
  if (user === undefined || invitation?.isPending) return <PageSpinner />
  if (user?.standing === 'waiting') return <WaitingStep next={next} />
  if (user !== null) return <ComeBack next={next} />
  return (
    <div className="mx-auto grid max-w-6xl gap-12 px-4 pt-8 pb-40 sm:px-8 short:pt-3 lg:grid-cols-[1fr_26rem] lg:gap-20 lg:pt-12">
      <AuthPanel />
      <div className="@container mx-auto w-full max-w-md lg:order-last short:max-w-3xl">
        <SignIn next={next} invitation={invitation} />
        {!findPasskeyProblem() && <PasskeySignIn next={next} />}
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

/**
 * Discards the visitor's intent if it belongs to a page other than `next`. Also discards it when the visitor leaves the
 * screen without signing in.
 */
function useIntentOf(next: string): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!readIntent(next)) deleteIntent()
    return () => {
      if (location.pathname === '/auth') return
      const isSignedIn = Boolean(cachedUser(client))
      // After signing in, the comment form still has to read its intent.
      if (!isSignedIn || readIntent(next)?.act !== 'comment') deleteIntent()
    }
  }, [client, next])
}

/** Sends a signed-in viewer to the page that they wanted to open. */
function ComeBack({ next }: { next: string }) {
  const [, navigate] = useLocation()
  const hasLeft = useRef(false)
  useEffect(() => {
    // Without this check, an effect that runs twice would go back two pages.
    if (hasLeft.current) return
    hasLeft.current = true
    // Going back restores the page's scroll position, full-screen view and creator. A new history entry would lose
    // them.
    if ((history.state as CameFrom | null)?.from === next) history.back()
    else navigate(next, { replace: true })
  }, [next, navigate])
  return <PageSpinner />
}

/** Sign-in and registration share the typed values. A visitor who began on the wrong tab keeps them. */
function SignIn({ next, invitation }: { next: string; invitation: OpenInvitation | undefined }) {
  const client = useQueryClient()
  const [tab, setTab] = useState<'login' | 'register'>(invitation ? 'register' : 'login')
  const [intent] = useState(() => readIntent(next))
  const onSignedIn = ({ id }: OwnUser) => fulfilIntent(client, id, next)
  const registration = useQuery(siteQuery).data?.registration
  const isClosed = registration === 'closed'
  const login = useLogin(onSignedIn)
  const register = useRegister(onSignedIn, invitation)
  const [typed, setTyped] = useState({ email: '', password: '' })
  const advice = usePasswordAdvice(typed, tab === 'register')
  const isInvited = invitation !== undefined && !invitation.problem
  return (
    <>
      <Welcome
        tab={tab}
        reason={signInReason(intent, next)}
        comesBack={intent !== undefined}
        isInvited={isInvited}
        condition={registration && !isInvited ? conditions[registration] : undefined}
      />
      <Tabs
        label="Sign in or sign up"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'login',
            label: 'Login',
            content: (
              <CredentialsForm
                schema={LoginBody}
                typed={typed}
                onType={setTyped}
                submitLabel="Login"
                passwordAutoComplete="current-password"
                {...login}
              />
            ),
          },
          {
            value: 'register',
            label: 'Sign Up',
            content: (
              <>
                {invitation?.problem && <InvalidInvitation invitation={invitation} isClosed={isClosed} />}
                {isClosed && !isInvited ? (
                  <ClosedRegistration />
                ) : (
                  <CredentialsForm
                    schema={RegisterBody}
                    typed={typed}
                    onType={setTyped}
                    submitLabel="Create Account"
                    passwordAutoComplete="new-password"
                    passwordHint={advice}
                    {...register}
                  />
                )}
              </>
            ),
          },
        ]}
      />
      {tab === 'login' && <ForgotLink />}
    </>
  )
}

/** Says why the link does not work. Offers to sign up without a link if the site allows that. */
function InvalidInvitation({ invitation, isClosed }: { invitation: OpenInvitation; isClosed: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const focusPanel = () => keepFocus(box.current!.closest<HTMLElement>('[role=tabpanel]'))
  const discard = () => {
    // The pressed button disappears. Tab continues with the form.
    focusPanel()
    invitation.discard()
  }
  useEffect(() => {
    // On a closed site, the form has disappeared with the focus. On a new page, the heading takes the focus first.
    const frame = requestAnimationFrame(() => isFocusLost() && focusPanel())
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <div ref={box} className="mb-5 flex flex-col items-start gap-3 rounded-card bg-surface p-5">
      <p role="alert">{invitation.problem}</p>
      {!isClosed && (
        <Button className="bg-surface-raised" onClick={discard}>
          Sign up without it
        </Button>
      )}
    </div>
  )
}

interface WelcomeProps {
  tab: 'login' | 'register'
  /** The action that requires an account. */
  reason: string | undefined
  /** Whether signing in returns the viewer to the page that they came from. */
  comesBack: boolean
  isInvited: boolean
  /** The condition on which this visitor can get an account. */
  condition: string | undefined
}

const conditions: Record<Registration, string | undefined> = {
  open: undefined,
  approval: 'An admin approves each new account.',
  closed: 'New accounts need an invitation link.',
}

function Welcome({ tab, reason, comesBack, isInvited, condition }: WelcomeProps) {
  const invited = isInvited && `You’re invited to ${site.siteName}`
  const register = invited || (reason ? `Sign up to ${reason}` : 'Start dreaming out loud')
  const login = reason ? `Sign in to ${reason}` : 'Good to see you again'
  const benefits = {
    login: 'Sign in to like, comment, follow and publish.',
    register: 'Join and start sharing your AI-generated videos.',
  }
  const hint = comesBack ? 'You’ll pick up where you left off.' : benefits[tab]
  return (
    <div className="mb-8 short:mb-3">
      <PageHeading title={tab === 'login' ? 'Login' : 'Sign Up'}>{tab === 'login' ? login : register}</PageHeading>
      <p className={`mt-2 text-ink-muted ${tab === 'login' && !comesBack ? 'short:hidden' : ''}`}>
        {(tab === 'register' && condition) || hint}
      </p>
    </div>
  )
}

function ClosedRegistration() {
  const contact = useQuery(siteQuery).data?.contact
  return (
    <div className="rounded-card bg-surface p-5 wrap-anywhere sm:p-6">
      <p className="font-strong">This site isn’t accepting new accounts right now.</p>
      <p className="mt-2 text-ink-muted">You can browse without an account. If you have one, you can sign in.</p>
      {contact && <p className="mt-2 text-ink-muted">Questions? {contact}</p>}
    </div>
  )
}

function ForgotLink() {
  return (
    <p className="mt-2 text-center">
      <Link
        href="/auth/forgot"
        className="inline-flex min-h-11 items-center text-small text-ink-muted underline-offset-4 hover:text-ink hover:underline"
      >
        Forgot your password?
      </Link>
    </p>
  )
}

/**
 * Returns the advice below a new account's password. It never blocks the form, and the password is checked in the
 * browser only.
 */
function usePasswordAdvice({ email, password }: Credentials, isNew: boolean): string {
  const typed = password.toLowerCase()
  const { data: common } = useQuery({
    ...endpointQuery(listCommonPasswords),
    select: ({ common: listed }) => new Set(listed),
    staleTime: Infinity,
    enabled: isNew && typed.length >= PASSWORD_MIN_LENGTH,
  })
  const isOwnName = typed !== '' && [email, email.split('@')[0]].some((name) => name?.toLowerCase() === typed)
  return isOwnName || common?.has(typed)
    ? 'This password is one of the first that attackers try.'
    : `At least ${PASSWORD_MIN_LENGTH} characters.`
}

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Role } from '../../contract/account/users.ts'
import { buttonClass, ButtonLink } from '../ui/button.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { PageSpinner } from '../ui/loading/spinner.tsx'
import { NotFoundPage } from '../ui/not-found-page.tsx'
import { accountQuery } from './account.queries.ts'
import { SignInLink } from './sign-in/sign-in.tsx'
import { useOwnUser } from './viewer.queries.ts'

interface StaffPageProps {
  title: string
  /** The roles that may see the page. */
  roles: Role[]
  children: ReactNode
}

/**
 * A page for staff. Everyone else sees the page for unknown addresses. There, visitors can sign in, because a visitor may
 * be a moderator who has opened the link of an alert.
 */
export function StaffPage({ title, roles, children }: StaffPageProps) {
  const user = useOwnUser()
  if (user === undefined) return <PageSpinner />
  if (user && roles.includes(user.role)) return <StrongPasswordGate title={title}>{children}</StrongPasswordGate>
  return (
    <NotFoundPage>{user === null && <SignInLink className={buttonClass('quiet')}>Sign in</SignInLink>}</NotFoundPage>
  )
}

/**
 * A staff member with a password that attackers try first must change it to see the page. This is only a reminder, not a
 * protection: an attacker who has guessed the password could change it, too.
 */
function StrongPasswordGate({ title, children }: { title: string; children: ReactNode }) {
  const { data: account, isPending } = useQuery(accountQuery)
  if (isPending) return <PageSpinner />
  if (!account?.isEasyToGuess) return children
  return (
    <div className="mx-auto max-w-xl px-4 pt-16 pb-36 sm:px-8 sm:pt-28">
      <PageHeading title={title}>Choose a stronger password first</PageHeading>
      <p className="mt-3 mb-8 text-ink-muted">
        Yours is one of the first that attackers try, and you help run this site. Choose another one, then come back
        here.
      </p>
      <ButtonLink href="/settings/sign-in" variant="primary">
        Change password
      </ButtonLink>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ButtonLink } from '../ui/button.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { PageSpinner } from '../ui/loading/spinner.tsx'
import { accountQuery } from './account.queries.ts'

/**
 * Wraps pages for staff. A staff member with a password that attackers try first must change it to see the page. This
 * is only a reminder, not a protection: an attacker who has guessed the password could change it, too.
 */
export function StrongPasswordGate({ title, children }: { title: string; children: ReactNode }) {
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

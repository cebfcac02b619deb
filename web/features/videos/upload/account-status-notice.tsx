import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { AccountStatus } from '../../../../contract/social/profiles.ts'
import { accountQuery } from '../../../viewer/account.queries.ts'

const sentences: Partial<Record<AccountStatus, string>> = {
  restricted: 'Your account is restricted: you can’t publish right now.',
  suspended: 'Your account is suspended: you can’t publish right now.',
  waiting: 'Your account is waiting for approval: you can’t publish until then.',
}

const confirmFirst = 'Confirm your email address before you publish: open the link in the email we sent you.'

/** Warns users who cannot publish before they fill in a form. */
export function AccountStatusNotice({ standing }: { standing: AccountStatus }) {
  const { data: account } = useQuery(accountQuery)
  const sentence = sentences[standing] ?? (account?.mustConfirmEmail ? confirmFirst : undefined)
  if (!sentence) return null
  const [href, link] =
    sentence === confirmFirst
      ? ['/settings/email', 'Send the email again']
      : ['/settings/standing', 'See why and what you can do']
  return (
    <div role="status" className="mt-6 flex max-w-3xl flex-col items-start rounded-card bg-surface px-5 py-3">
      <p className="font-strong">{sentence}</p>
      <p className="text-ink-muted">Your text is saved on this device.</p>
      {standing !== 'waiting' && (
        <Link href={href} className="flex min-h-11 items-center font-strong text-ink underline underline-offset-4">
          {link}
        </Link>
      )}
    </div>
  )
}

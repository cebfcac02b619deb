import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { claimSite } from '../../../../contract/site/roles.ts'
import type { OwnUser } from '../../../../contract/account/users.ts'
import { codeOf, failureMessage } from '../../../net/api-error.ts'
import { call } from '../../../net/api.ts'
import { showToast } from '../../../page/toast.ts'
import { useAction } from '../../../page/use-action.ts'
import { Button, buttonClass, ButtonLink } from '../../../ui/button.tsx'
import { PageSpinner } from '../../../ui/loading/spinner.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { createLinkToken, useLinkToken } from '../../../viewer/link-token.ts'
import { SignInLink } from '../../../viewer/sign-in/sign-in.tsx'
import { ownUserQuery, useOwnUser } from '../../../viewer/viewer.queries.ts'

const claimToken = createLinkToken('claim')

/**
 * The page that the link of `npm run admin` leads to. Opening it changes nothing, because the link may have come from
 * another person.
 */
export function ClaimPage() {
  const user = useOwnUser()
  const token = useLinkToken(claimToken)
  if (user === undefined) return <PageSpinner />
  if (user?.role === 'admin') {
    const sentence = 'There’s nothing left to do here.'
    return <Notice title="You’re already an admin" sentence={sentence} link={['/admin', 'Go to Admin']} />
  }
  if (token === undefined) {
    return (
      <Notice
        title="This link is incomplete"
        sentence="Run npm run admin on the site’s server to get a new link, and copy all of it."
      />
    )
  }
  if (user === null) {
    return (
      <Notice
        title="Become an admin of this site"
        sentence="This link makes your account an admin. Sign in or sign up, and you’ll come back here."
      >
        <SignInLink className={buttonClass('primary')}>Sign in</SignInLink>
      </Notice>
    )
  }
  return <Claim user={user} token={token} />
}

function Claim({ user, token }: { user: OwnUser; token: string }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const claim = useAction({
    mutationFn: async () => {
      // The claim gives the session a new id. Requests that run at the same time would be answered as signed out.
      await client.cancelQueries()
      return call(claimSite, { body: { token } })
    },
    onSuccess: async () => {
      claimToken.discard()
      showToast('You’re now an admin', 'Need help? Make other people moderators or admins.')
      await client.invalidateQueries(ownUserQuery)
      navigate('/admin', { replace: true })
    },
    onError: (error) => {
      if (codeOf(error) === 'NOT_FOUND') claimToken.discard()
    },
  })
  const isVoid = codeOf(claim.error) === 'NOT_FOUND'
  const name = user.displayName || user.username || user.email
  return (
    <Notice
      title="Become an admin of this site"
      sentence={`You are signed in as ${name}. Admins choose moderators, approve members and set review rules.`}
    >
      {claim.error && <Problem>{failureMessage(claim.error)}</Problem>}
      {!isVoid && (
        <Button variant="primary" pending={claim.isPending} onClick={() => claim.mutate()}>
          Become an admin
        </Button>
      )}
      <ButtonLink href="/" variant="ghost">
        Not now
      </ButtonLink>
    </Notice>
  )
}

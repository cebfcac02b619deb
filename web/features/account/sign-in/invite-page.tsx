import { Redirect } from 'wouter'
import { PageSpinner } from '../../../ui/loading/spinner.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useLinkToken } from '../../../viewer/link-token.ts'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'
import { invitationToken } from './invitation.ts'

/** The page that an invitation link leads to. Visitors continue to the form for signing up. */
export function InvitePage() {
  const user = useOwnUser()
  const token = useLinkToken(invitationToken)
  if (user === undefined) return <PageSpinner />
  if (user !== null) {
    return (
      <Notice
        title="You already have an account"
        sentence="Invitation links are for people without one. Opening this link hasn’t used it."
        link={['/', 'Back to Feed']}
      />
    )
  }
  if (token === undefined) {
    return <Notice title="This link is incomplete" sentence="Copy all of the invitation link, or ask for a new one." />
  }
  return <Redirect to="/auth" replace />
}

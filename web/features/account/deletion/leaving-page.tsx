import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keepAccount } from '../../../../contract/account/deletion.ts'
import type { Account } from '../../../../contract/account/account.ts'
import { getSitePage } from '../../../../contract/site/static-pages.ts'
import { formatDeadline } from '../../../format/day.ts'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { site } from '../../../page/site.ts'
import { showToast } from '../../../page/toast.ts'
import { useAction } from '../../../page/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { QueryContent } from '../../../ui/loading/query-content.tsx'
import { NarrowPage } from '../../../ui/narrow-page.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Skeleton } from '../../../ui/loading/skeleton.tsx'
import { TitledSection } from '../../../ui/titled-section.tsx'
import { accountQuery } from '../../../viewer/account.queries.ts'
import { useSignOut } from '../../../viewer/use-sign-out.tsx'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'
import { SiteText } from '../../../ui/site-text/site-text.tsx'
import { DownloadPart } from '../export/download-part.tsx'

/**
 * Replaces every page for a signed-in user with a scheduled deletion. Offers to cancel the deletion, unless an admin
 * scheduled it.
 */
export function LeavingPage() {
  const user = useOwnUser()
  return (
    <QueryContent query={useQuery(accountQuery)} what="your account" page>
      {(account) => user && <Leaving account={account} userId={user.id} />}
    </QueryContent>
  )
}

function Leaving({ account, userId }: { account: Account; userId: string }) {
  const mayKeep = account.deletionReason === null
  return (
    <NarrowPage>
      <PageHeading
        title={mayKeep ? 'Keep your account?' : 'Your account will be deleted'}
        className="headline text-display"
      />
      <WhatHappens account={account} />
      <Choices userId={userId} mayKeep={mayKeep} />
      <div className="mt-14">
        <DownloadPart />
      </div>
      {!mayKeep && site.hasContact && <ContactDetails />}
    </NarrowPage>
  )
}

function WhatHappens({ account: { deleteAfter, deletionReason, isSuspended } }: { account: Account }) {
  return (
    <div className="mt-3 flex flex-col gap-3 text-ink-muted">
      <p>
        {deletionReason === null ? 'You asked us to delete it.' : 'An admin of this site decided this.'} It’s hidden
        now, and on{' '}
        <strong className="font-strong whitespace-nowrap text-ink">{deleteAfter && formatDeadline(deleteAfter)}</strong>{' '}
        it will be permanently deleted, along with your clips, comments, likes and follows.
      </p>
      {deletionReason === null ? (
        <p>
          If you keep it, you’ll get everything back as it was.{isSuspended && ' Your account will still be suspended.'}
        </p>
      ) : (
        <>
          <p className="wrap-anywhere">The reason: “{deletionReason}”</p>
          <p>
            Only an admin can cancel it.
            {site.hasContact && ' If you disagree, contact them before that day. The details are below.'}
          </p>
        </>
      )}
    </div>
  )
}

/** The operator's contact text. Users of this page cannot open the contact page. */
function ContactDetails() {
  const query = useQuery(endpointQuery(getSitePage, { params: { name: 'contact' } }))
  return (
    <div className="mt-14 wrap-anywhere">
      <TitledSection id="contact-details" title="Contact details">
        <QueryContent
          query={query}
          what="the contact details"
          loading={<Skeleton label="Loading the contact details" />}
        >
          {({ html }) => <SiteText html={html} />}
        </QueryContent>
      </TitledSection>
    </div>
  )
}

function Choices({ userId, mayKeep }: { userId: string; mayKeep: boolean }) {
  const client = useQueryClient()
  const { signOut, isPending, question } = useSignOut(userId)
  const keep = useAction({
    mutationFn: () => call(keepAccount),
    onSuccess: async () => {
      await client.invalidateQueries()
      showToast('Good to have you back!', 'Your account is back as it was.')
    },
    onError: (error) => {
      toastFailure('We couldn’t cancel the deletion')(error)
      // An admin may have made it their own meanwhile.
      void client.invalidateQueries(accountQuery)
    },
  })
  return (
    <div className="mt-8 flex flex-col gap-3">
      {mayKeep && (
        <Button variant="primary" pending={keep.isPending} onClick={() => keep.mutate()}>
          Keep my account
        </Button>
      )}
      <Button variant="ghost" pending={isPending} onClick={signOut}>
        {mayKeep ? 'Sign out and continue with deletion' : 'Sign out'}
      </Button>
      {question}
    </div>
  )
}

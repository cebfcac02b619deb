import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { itemsOf } from '../../../../net/paged-lists.ts'
import { Button } from '../../../../ui/button.tsx'
import { PagedList } from '../../../../ui/paged-list.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { CreateInvitationDialog } from './create-invitation-dialog.tsx'
import { InvitationRow } from './invitation-row.tsx'
import { invitationsQuery } from './invitations.queries.ts'

/** The invitation links of the site, newest first. */
export function InvitationList() {
  const query = useInfiniteQuery(invitationsQuery)
  const invitations = itemsOf(query.data, 'invitations')
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-xl text-ink-muted">
          With an invitation link, people can sign up even if registration is closed or needs approval.
        </p>
        <Button variant="primary" onClick={() => setCreating(true)}>
          Create link
        </Button>
      </div>
      {isCreating && <CreateInvitationDialog onClose={() => setCreating(false)} />}
      <PagedList
        query={query}
        what="invitation links"
        items={invitations}
        loading={<Skeleton label="Loading invitation links" className="mt-6" />}
        empty={<p className="mt-8 text-lead">No invitation links yet.</p>}
      >
        <ul aria-label="Invitation links" className="mt-4">
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      </PagedList>
    </>
  )
}

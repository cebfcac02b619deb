import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Invitation, revokeInvitation } from '../../../../../contract/account/invitations.ts'
import { formatCount } from '../../../../format/count.ts'
import { formatDay } from '../../../../format/day.ts'
import { call } from '../../../../net/api.ts'
import { toastFailure } from '../../../../net/failure-toasts.ts'
import { itemsOf } from '../../../../net/paged-query.ts'
import { showToast } from '../../../../page/toast.ts'
import { useAction } from '../../../../page/use-action.ts'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/dialogs/confirm-dialog.tsx'
import { PagedList } from '../../../../ui/lists/paged-list.tsx'
import { Skeleton } from '../../../../ui/loading/skeleton.tsx'
import { useFocusAfterRemoval } from '../../../../ui/lists/use-focus-after-removal.ts'
import { invitationsAndLog, invitationsQuery } from '../admin.queries.ts'
import { CreateInvitationDialog } from './create-invitation-dialog.tsx'

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
          {/* A revoked link gets a new row, so that the focus moves on as it does after a removal. */}
          {invitations.map((invitation) => (
            <InvitationRow key={`${invitation.id} ${invitation.state}`} invitation={invitation} />
          ))}
        </ul>
      </PagedList>
    </>
  )
}

const states: Record<Invitation['state'], string> = {
  valid: 'Active',
  'used-up': 'Used up',
  expired: 'Expired',
  revoked: 'Revoked',
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { id, note, state, usesCount } = invitation
  const [isRevoking, setRevoking] = useState(false)
  const row = useFocusAfterRemoval<HTMLLIElement>()
  const name = note ?? 'Without a note'
  return (
    <li ref={row} className="flex flex-col gap-4 border-t border-line py-4 sm:flex-row sm:items-start">
      <div className="min-w-0 grow wrap-anywhere">
        <p dir="auto" className={note ? 'font-strong' : 'text-ink-muted'}>
          {name}
        </p>
        <p className="mt-0.5 text-small text-ink-muted">
          {state === 'valid' ? <strong className="text-ink">{states.valid}</strong> : states[state]}
          {` · ${factsOf(invitation).join(' · ')}`}
        </p>
      </div>
      <div role="group" aria-label={name} className="flex shrink-0 flex-wrap gap-2">
        {usesCount > 0 && <ButtonLink href={`/moderation?tab=accounts&invitation=${id}`}>Show accounts</ButtonLink>}
        {state === 'valid' && <Button onClick={() => setRevoking(true)}>Revoke</Button>}
      </div>
      {isRevoking && <RevokeDialog id={id} onClose={() => setRevoking(false)} />}
    </li>
  )
}

function factsOf({ maxUses, usesCount, expiresAt, createdAt, createdBy, state }: Invitation): string[] {
  const created = `created ${formatDay(createdAt)}`
  return [
    `${formatCount(usesCount)} of ${formatCount(maxUses)} used`,
    ...(state === 'valid' ? [expiresAt ? `expires ${formatDay(expiresAt)}` : 'never expires'] : []),
    createdBy ? `${created} by ${createdBy}` : created,
  ]
}

function RevokeDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const revoke = useAction({
    mutationFn: () => call(revokeInvitation, { params: { id } }),
    onSuccess: () => {
      showToast('Link revoked', 'No one can sign up with it any more.')
      onClose()
    },
    onError: toastFailure('We couldn’t revoke the link'),
    affects: invitationsAndLog,
  })
  return (
    <ConfirmDialog
      title="Revoke this link?"
      description="No one can sign up with it any more. Accounts that were created with it stay. You can’t undo this."
      confirmLabel="Revoke"
      pending={revoke.isPending}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    />
  )
}

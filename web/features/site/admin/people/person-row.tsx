import { useState } from 'react'
import { Link } from 'wouter'
import type { AdminPerson } from '../../../../../contract/site/people.ts'
import { formatBytes } from '../../../../../contract/bytes.ts'
import { formatCount } from '../../../../format/count.ts'
import { isolate } from '../../../../format/isolate.ts'
import { RelativeTime } from '../../../../format/relative-time.tsx'
import { factsOf } from '../../../../people/accounts/account-facts.ts'
import { accountName } from '../../../../people/accounts/accounts.queries.ts'
import { profilePath } from '../../../../people/person.ts'
import { Avatar, initial } from '../../../../ui/avatar.tsx'
import { Button } from '../../../../ui/button.tsx'
import { ClampedText } from '../../../../ui/clamped-text.tsx'
import { useFocusAfterRemoval } from '../../../../ui/lists/use-focus-after-removal.ts'
import { VanishingButton } from '../../../../ui/lists/vanishing-button.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { ApprovalActions } from './approval-actions.tsx'
import { ResetLimitsButton, RestoreButton } from './person-actions.tsx'
import { ResetLinkDialog } from './reset-link-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { StorageLimitDialog } from './storage-limit-dialog.tsx'

export function PersonRow({ person }: { person: AdminPerson }) {
  const { avatarUrl, username, displayName, joinRequest } = person
  const row = useFocusAfterRemoval<HTMLLIElement>()
  return (
    <li ref={row} className="flex flex-col gap-x-4 border-t border-line py-3 lg:flex-row lg:items-center">
      <div className="flex min-w-0 grow gap-4">
        <Avatar src={avatarUrl} fallback={initial(username, displayName)} size="md" />
        <div className="min-w-0">
          <p className="wrap-anywhere">
            {username ? (
              <Link href={profilePath(username)} className="font-strong underline-offset-4 hover:underline">
                {accountName(person)}
              </Link>
            ) : (
              <span className="font-strong">{accountName(person)}</span>
            )}
            {username && <span className="text-ink-muted"> @{username}</span>}
          </p>
          <Facts person={person} />
          {joinRequest && <ApprovalRequest {...joinRequest} />}
        </div>
      </div>
      <Actions person={person} />
    </li>
  )
}

function Actions({ person }: { person: AdminPerson }) {
  const { role, isSample, joinRequest, deletionReason } = person
  const [dialog, setDialog] = useState<'role' | 'reset-link' | 'storage-limit' | 'delete'>()
  const close = () => setDialog(undefined)
  return (
    <>
      <div
        role="group"
        aria-label={accountName(person)}
        className={`flex shrink-0 flex-wrap *:px-2 *:text-small max-lg:sm:pl-16 ${joinRequest ? 'max-lg:mt-2' : 'max-lg:-ml-2'}`}
      >
        {joinRequest && <ApprovalActions person={person} />}
        {!isSample && !joinRequest && (
          <Button variant="ghost" onClick={() => setDialog('role')}>
            Change role
          </Button>
        )}
        {!isSample && (
          <>
            <Button variant="ghost" onClick={() => setDialog('reset-link')}>
              Reset link
            </Button>
            <Button variant="ghost" onClick={() => setDialog('storage-limit')}>
              Storage limit
            </Button>
          </>
        )}
        {role !== 'member' && <ResetLimitsButton person={person} />}
        {isDeletable(person) && (
          <VanishingButton variant="ghost" className="text-danger!" onClick={() => setDialog('delete')}>
            Delete
          </VanishingButton>
        )}
        {deletionReason !== null && <RestoreButton person={person} />}
      </div>
      {dialog === 'role' && <RoleDialog person={person} onClose={close} />}
      {dialog === 'reset-link' && <ResetLinkDialog person={person} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog person={person} onClose={close} />}
      {dialog === 'storage-limit' && <StorageLimitDialog person={person} onClose={close} />}
    </>
  )
}

/**
 * Whether an admin can delete the account. An admin's role must be changed first, so that the last admin cannot be
 * deleted. An account that its owner is deleting can be deleted, too. The owner can then no longer cancel the deletion.
 */
function isDeletable({ role, isSample, deletionReason }: AdminPerson): boolean {
  return role !== 'admin' && !isSample && deletionReason === null
}

function Facts({ person }: { person: AdminPerson }) {
  const { role, status, sample, joined, invited, clips, decisions } = factsOf(person)
  const facts = [
    status,
    person.deletionReason !== null && `by an admin: “${isolate(person.deletionReason)}”`,
    sample,
    person.shownEmail,
    joined,
    invited,
    clips,
    person.storedBytes > 0 && `${formatBytes(person.storedBytes)} stored`,
    person.storageLimitGb !== null && `storage limit ${formatCount(person.storageLimitGb)} GB`,
    decisions,
  ]
  return (
    <p className="mt-0.5 text-small text-ink-muted wrap-anywhere">
      {role && <strong className="text-ink">{role}</strong>}
      {role && ' · '}
      {facts.filter(Boolean).join(' · ')}
    </p>
  )
}

function ApprovalRequest({ reason, askedAt, answer }: NonNullable<AdminPerson['joinRequest']>) {
  return (
    <div className="mt-2 flex flex-col gap-2 wrap-anywhere">
      {reason === null ? (
        <p className="text-ink-muted">Hasn’t said why they want to join.</p>
      ) : (
        <ClampedText text={`“${reason}”`} />
      )}
      {askedAt && (
        <p className="text-small text-ink-muted">
          Asked <RelativeTime iso={askedAt} />
        </p>
      )}
      {answer && <p className="text-small text-ink-muted">Rejected: “{answer}”</p>}
    </div>
  )
}

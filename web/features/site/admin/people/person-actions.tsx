import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { restoreAccount } from '../../../../../contract/account/deletion.ts'
import { approveRegistration } from '../../../../../contract/account/registration-approval.ts'
import { type AdminPerson, resetLimits } from '../../../../../contract/site/people.ts'
import { call, toastFailure } from '../../../../net/api.ts'
import { showToast } from '../../../../page/toast.ts'
import { nameOf } from '../../../../people/accounts.queries.ts'
import { Button } from '../../../../ui/button.tsx'
import { peopleAndOverview } from '../admin.queries.ts'
import { RefusalDialog } from './refusal-dialog.tsx'

/** The actions for an account that awaits registration approval. */
export function ApprovalActions({ person }: { person: AdminPerson }) {
  const client = useQueryClient()
  const [isRejecting, setRejecting] = useState(false)
  const approve = useMutation({
    mutationFn: () => call(approveRegistration, { params: { id: person.id } }),
    onSuccess: () => showToast(`${nameOf(person)} was approved`),
    onError: toastFailure(`${nameOf(person)} couldn’t be approved`),
    // Another admin may have decided first.
    onSettled: () => client.invalidateQueries(peopleAndOverview),
  })
  return (
    <>
      <Button variant="primary" pending={approve.isPending} onClick={() => approve.mutate()}>
        Approve
      </Button>
      <Button variant="ghost" onClick={() => setRejecting(true)}>
        Reject…
      </Button>
      {isRejecting && <RefusalDialog person={person} onClose={() => setRejecting(false)} />}
    </>
  )
}

/** Resets the limits of a moderator or admin for this hour. */
export function ResetLimitsButton({ person }: { person: AdminPerson }) {
  const reset = useMutation({
    mutationFn: () => call(resetLimits, { params: { id: person.id } }),
    onSuccess: () => showToast(`${nameOf(person)} can continue`, 'Their limits for this hour were reset.'),
    onError: toastFailure('The limits weren’t reset'),
  })
  return (
    <Button variant="ghost" pending={reset.isPending} onClick={() => reset.mutate()}>
      Reset limits
    </Button>
  )
}

/** Cancels a deletion that an admin scheduled. */
export function RestoreButton({ person }: { person: AdminPerson }) {
  const client = useQueryClient()
  const restore = useMutation({
    mutationFn: () => call(restoreAccount, { params: { id: person.id } }),
    onSuccess: () => showToast(`${nameOf(person)} is back`, 'Their account is as it was.'),
    onError: toastFailure('We couldn’t cancel the deletion'),
    onSettled: () => client.invalidateQueries(peopleAndOverview),
  })
  return (
    <Button variant="ghost" pending={restore.isPending} onClick={() => restore.mutate()}>
      Cancel deletion
    </Button>
  )
}

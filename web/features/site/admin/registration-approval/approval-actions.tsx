import { useState } from 'react'
import { approveRegistration } from '../../../../../contract/account/registration-approval.ts'
import type { AdminPerson } from '../../../../../contract/site/people.ts'
import { call } from '../../../../net/api.ts'
import { toastFailure } from '../../../../net/failure-toasts.ts'
import { showToast } from '../../../../page/toast.ts'
import { useAction } from '../../../../page/use-action.ts'
import { accountName } from '../../../../people/accounts/accounts.queries.ts'
import { Button } from '../../../../ui/button.tsx'
import { useFocusAfterRemoval } from '../../../../ui/lists/use-focus-after-removal.ts'
import { peopleAndOverview } from '../admin.queries.ts'
import { RefusalDialog } from './refusal-dialog.tsx'

/** The actions for an account that awaits registration approval. */
export function ApprovalActions({ person }: { person: AdminPerson }) {
  const [isRejecting, setRejecting] = useState(false)
  // Both buttons disappear, and the account may stay in the list. Its next action then has the focus.
  const button = useFocusAfterRemoval<HTMLButtonElement>()
  const approve = useAction({
    mutationFn: () => call(approveRegistration, { params: { id: person.id } }),
    onSuccess: () => showToast(`${accountName(person)} was approved`),
    onError: toastFailure(`${accountName(person)} couldn’t be approved`),
    affects: peopleAndOverview,
  })
  return (
    <>
      <Button ref={button} variant="primary" pending={approve.isPending} onClick={() => approve.mutate()}>
        Approve
      </Button>
      <Button variant="ghost" onClick={() => setRejecting(true)}>
        Reject…
      </Button>
      {isRejecting && <RefusalDialog person={person} onClose={() => setRejecting(false)} />}
    </>
  )
}

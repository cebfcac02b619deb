import { restoreAccount } from '../../../../../contract/account/deletion.ts'
import { type AdminPerson, resetLimits } from '../../../../../contract/site/people.ts'
import { call } from '../../../../net/api.ts'
import { toastFailure } from '../../../../net/failure-toasts.ts'
import { showToast } from '../../../../page/toast.ts'
import { useAction } from '../../../../page/use-action.ts'
import { accountName } from '../../../../people/accounts/accounts.queries.ts'
import { Button } from '../../../../ui/button.tsx'
import { VanishingButton } from '../../../../ui/lists/vanishing-button.tsx'
import { peopleAndOverview } from '../admin.queries.ts'

/** Resets the limits of a moderator or admin for this hour. */
export function ResetLimitsButton({ person }: { person: AdminPerson }) {
  const reset = useAction({
    mutationFn: () => call(resetLimits, { params: { id: person.id } }),
    onSuccess: () => showToast(`${accountName(person)} can continue`, 'Their limits for this hour were reset.'),
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
  const restore = useAction({
    mutationFn: () => call(restoreAccount, { params: { id: person.id } }),
    onSuccess: () => showToast(`${accountName(person)} is back`, 'Their account is as it was.'),
    onError: toastFailure('We couldn’t cancel the deletion'),
    affects: peopleAndOverview,
  })
  return (
    <VanishingButton variant="ghost" pending={restore.isPending} onClick={() => restore.mutate()}>
      Cancel deletion
    </VanishingButton>
  )
}

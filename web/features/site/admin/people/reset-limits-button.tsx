import { useMutation } from '@tanstack/react-query'
import { type AdminPerson, resetLimits } from '../../../../../contract/site/people.ts'
import { call } from '../../../../net/api.ts'
import { whyFailed } from '../../../../net/why-failed.ts'
import { showErrorToast, showToast } from '../../../../page/toast.ts'
import { nameOf } from '../../../../people/name-of.ts'
import { Button } from '../../../../ui/button.tsx'

/** Lets a moderator or admin go on although they have reached a limit of this hour. */
export function ResetLimitsButton({ person }: { person: AdminPerson }) {
  const reset = useMutation({
    mutationFn: () => call(resetLimits, { params: { id: person.id } }),
    onSuccess: () => showToast(`${nameOf(person)} can go on`, 'Their limits of this hour start again.'),
    onError: (error) => showErrorToast('The limits weren’t reset', whyFailed(error)),
  })
  return (
    <Button variant="ghost" pending={reset.isPending} onClick={() => reset.mutate()}>
      Reset limits
    </Button>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { restoreAccount } from '../../../../../contract/account/deletion.ts'
import type { AdminPerson } from '../../../../../contract/site/people.ts'
import { call } from '../../../../net/api.ts'
import { whyFailed } from '../../../../net/why-failed.ts'
import { showErrorToast, showToast } from '../../../../page/toast.ts'
import { nameOf } from '../../../../people/name-of.ts'
import { Button } from '../../../../ui/button.tsx'
import { refetchPeople } from './people.queries.ts'

/** Cancels a deletion that an admin scheduled. */
export function RestoreButton({ person }: { person: AdminPerson }) {
  const client = useQueryClient()
  const restore = useMutation({
    mutationFn: () => call(restoreAccount, { params: { id: person.id } }),
    onSuccess: () => showToast(`${nameOf(person)} is back`, 'Their account is as it was.'),
    onError: (error) => showErrorToast('We couldn’t cancel the deletion', whyFailed(error)),
    onSettled: () => refetchPeople(client),
  })
  return (
    <Button variant="ghost" pending={restore.isPending} onClick={() => restore.mutate()}>
      Cancel deletion
    </Button>
  )
}

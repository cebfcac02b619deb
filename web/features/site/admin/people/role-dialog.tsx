import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { changeRole, type AdminPerson } from '../../../../../contract/site/people.ts'
import type { Role } from '../../../../../contract/social/profiles.ts'
import { call } from '../../../../net/api.ts'
import { showErrorToast, showToast } from '../../../../page/toast.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../../ui/dialogs/dialog.tsx'
import { ExplainedChoice } from '../../../../ui/forms/explained-choice.tsx'
import { ownUserQuery } from '../../../../viewer/viewer.queries.ts'
import { whyFailed } from '../../../../net/why-failed.ts'
import { refetchPeople } from './people.queries.ts'
import { nameOf } from './name-of.ts'

const roles: Record<Role, { label: string; means: string; done: string }> = {
  member: { label: 'Member', means: 'No special permissions.', done: 'is a member' },
  moderator: {
    label: 'Moderator',
    means: 'Reviews reports and answers appeals.',
    done: 'is a moderator',
  },
  admin: { label: 'Admin', means: 'Also manages roles and site settings.', done: 'is an admin' },
}

export function RoleDialog({ person, onClose }: { person: AdminPerson; onClose: () => void }) {
  const client = useQueryClient()
  const [role, setRole] = useState(person.role)
  const name = nameOf(person)
  const change = useMutation({
    mutationFn: () => call(changeRole, { params: { id: person.id }, body: { role } }),
    onSuccess: async () => {
      onClose()
      showToast(`${name} ${roles[role].done} now`)
      await refetchPeople(client)
      // The changed role may be the admin's own.
      await client.invalidateQueries({ queryKey: ownUserQuery.queryKey })
    },
    onError: (error) => showErrorToast(`${name} keeps their current role`, whyFailed(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (role === person.role) onClose()
    else change.mutate()
  }
  return (
    <Dialog
      title="Change role"
      description={<span className="wrap-anywhere">What can {name} do here?</span>}
      onClose={onClose}
    >
      <form onSubmit={submit} className="flex flex-col gap-5">
        <ExplainedChoice legend="Role" isLegendHidden value={role} choices={roles} onChange={setRole} />
        <div className="flex flex-wrap-reverse justify-end gap-3">
          <DialogClose asChild>
            <Button variant="ghost">Cancel</Button>
          </DialogClose>
          <Button type="submit" variant="primary" pending={change.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

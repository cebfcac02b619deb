import { useQueryClient } from '@tanstack/react-query'
import { changeRole, ChangeRoleBody } from '../../../../../contract/site/roles.ts'
import type { AdminPerson } from '../../../../../contract/site/people.ts'
import type { Role } from '../../../../../contract/account/users.ts'
import { call } from '../../../../net/api.ts'
import { toastFailure } from '../../../../net/failure-toasts.ts'
import { showToast } from '../../../../page/toast.ts'
import { accountName } from '../../../../people/accounts/accounts.queries.ts'
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx'
import { RadioGroup } from '../../../../ui/forms/radio-group.tsx'
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts'
import { ownUserQuery } from '../../../../viewer/viewer.queries.ts'
import { peopleAndOverview } from '../admin.queries.ts'

const roles: Record<Role, { label: string; effect: string; done: string }> = {
  member: { label: 'Member', effect: 'No special permissions.', done: 'is a member' },
  moderator: {
    label: 'Moderator',
    effect: 'Reviews reports and answers appeals.',
    done: 'is a moderator',
  },
  admin: { label: 'Admin', effect: 'Also manages roles and site settings.', done: 'is an admin' },
}

export function RoleDialog({ person, onClose }: { person: AdminPerson; onClose: () => void }) {
  const client = useQueryClient()
  const name = accountName(person)
  const form = useZodForm(ChangeRoleBody, {
    defaults: { role: person.role },
    submit: async (body) => {
      if (body.role === person.role) return
      await call(changeRole, { params: { id: person.id }, body })
      showToast(`${name} ${roles[body.role].done} now`)
      // The changed role may be the admin's own.
      void client.invalidateQueries(ownUserQuery)
    },
    onSuccess: onClose,
    onError: toastFailure(`${name} keeps their current role`),
    affects: peopleAndOverview,
  })
  return (
    <FormDialog
      title="Change role"
      description={<span className="wrap-anywhere">What can {name} do here?</span>}
      onClose={onClose}
      form={form}
      submitLabel="Save"
    >
      <RadioGroup legend="Role" isLegendHidden choices={roles} {...form.field('role')} />
    </FormDialog>
  )
}

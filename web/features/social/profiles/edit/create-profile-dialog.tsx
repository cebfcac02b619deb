import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { OwnUser } from '../../../../../contract/social/profiles.ts'
import { CreateProfileBody } from '../../../../../contract/social/profiles.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialogs/dialog.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { useLogout } from '../../../../viewer/viewer.queries.ts'
import { refusedFields, toastFirstMistake } from './profile-form.ts'
import { useCreateProfile } from './use-create-profile.ts'
import { UsernameField } from './username-field.tsx'

/** Welcomes a new account. It stays open until the profile exists or the user signs out. */
export function CreateProfileDialog({ user }: { user: OwnUser }) {
  const { register, handleSubmit, watch, setError, formState } = useForm({
    resolver: zodResolver(CreateProfileBody),
    defaultValues: { username: '', displayName: user.displayName },
  })
  const createProfile = useCreateProfile(user.id)
  const logout = useLogout()
  const [username, displayName] = watch(['username', 'displayName'])

  const submit = handleSubmit((body) => {
    createProfile.mutate(body, {
      onError: (error) => {
        for (const [field, message] of refusedFields(error)) {
          if (field in body) setError(field as keyof typeof body, { message }, { shouldFocus: true })
        }
      },
    })
  }, toastFirstMistake)

  return (
    <Dialog title="Welcome to Reverie" description="Choose the name shown with your clips.">
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <UsernameField
          field={register('username')}
          typed={username}
          own={null}
          error={formState.errors.username?.message}
        />
        <Field
          label="Display name"
          autoComplete="name"
          error={formState.errors.displayName?.message}
          {...register('displayName')}
        />
        <div className="mt-2 flex flex-wrap-reverse justify-end gap-3">
          <Button variant="ghost" onClick={() => logout.mutate()} disabled={logout.isPending}>
            {logout.isPending ? 'Logging out...' : 'Logout'}
          </Button>
          <Button
            type="submit"
            variant="primary"
            pending={createProfile.isPending}
            disabled={username.trim() === '' || displayName.trim() === ''}
          >
            Create Profile
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

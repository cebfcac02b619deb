import { zodResolver } from '@hookform/resolvers/zod'
import type { ChangeEvent } from 'react'
import { useForm } from 'react-hook-form'
import type { OwnUser } from '../../../contract/users.ts'
import { CreateProfileBody } from '../../../contract/users.ts'
import { ApiError } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { useLogout } from '../auth/auth.queries.ts'
import { useCreateProfile } from './profile.queries.ts'

/** Welcomes a new account. Stays until there is a profile, or nobody is signed in any more. */
export function CreateProfileDialog({ user }: { user: OwnUser }) {
  const { register, handleSubmit, watch, setError, formState } = useForm({
    resolver: zodResolver(CreateProfileBody),
    defaultValues: { username: '', displayName: user.displayName },
  })
  const createProfile = useCreateProfile(user.id)
  const logout = useLogout()
  const [username, displayName] = watch(['username', 'displayName'])
  const usernameField = register('username')

  const submit = handleSubmit((body) =>
    createProfile.mutate(body, {
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'USERNAME_TAKEN') {
          setError('username', { message: error.sentence ?? 'Username is already taken' }, { shouldFocus: true })
        }
      },
    }),
  )

  return (
    <Dialog title="Welcome to Reverie" description="Choose the name that your clips will carry.">
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Field
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={formState.errors.username?.message}
          hint={`${location.host}/profile/${username || 'username'}`}
          {...usernameField}
          onChange={(event) => {
            lowercase(event)
            return usernameField.onChange(event)
          }}
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

/** Lowercases what is typed and leaves the caret where it was. */
function lowercase({ currentTarget: input }: ChangeEvent<HTMLInputElement>): void {
  const { value, selectionStart, selectionEnd } = input
  if (value === value.toLowerCase()) return
  input.value = value.toLowerCase()
  input.setSelectionRange(selectionStart, selectionEnd)
}

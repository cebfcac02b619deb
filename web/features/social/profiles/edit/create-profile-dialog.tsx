import { useQueryClient } from '@tanstack/react-query'
import type { OwnUser } from '../../../../../contract/account/users.ts'
import { CreateProfileBody, updateUser } from '../../../../../contract/social/own-profile.ts'
import { ApiError } from '../../../../net/api-error.ts'
import { call } from '../../../../net/api.ts'
import { site } from '../../../../page/site.ts'
import { showErrorToast, showToast } from '../../../../page/toast.ts'
import { patchOwnUser } from '../../../../people/patch-own-user.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog, DialogEnd } from '../../../../ui/dialogs/dialog.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts'
import { createPersonalDrafts } from '../../../../viewer/personal-drafts.ts'
import { replaceUser, useLogout } from '../../../../viewer/viewer.queries.ts'
import { UsernameField } from './username-field.tsx'

/** Typed names by account. */
const draftOf = createPersonalDrafts<{ username?: string; displayName?: string }>()

/** Welcomes a new account. The dialog stays open until the profile exists or the user signs out. */
export function CreateProfileDialog({ user: { id, displayName } }: { user: OwnUser }) {
  const client = useQueryClient()
  const logout = useLogout()
  const form = useZodForm(CreateProfileBody, {
    defaults: { username: '', displayName },
    draft: draftOf(id),
    submit: async (body) => {
      const { user } = await call(updateUser, { params: { id }, body })
      patchOwnUser(client, user)
      // This dialog also closes in the other tabs. The refetched profile has a rank, because the account has a username.
      replaceUser(client, user)
      showToast(`Welcome to ${site.siteName}!`, 'Your profile has been created.')
    },
    codes: { USERNAME_TAKEN: 'username' },
    onError: (error) => showErrorToast('Profile creation failed', reasonOf(error)),
    invalidTitle: 'Validation error',
  })
  const { values, isPending } = form
  return (
    <Dialog title={`Welcome to ${site.siteName}`} description="Choose the name shown with your clips.">
      <form {...form.props} className="flex flex-col gap-5">
        <UsernameField own={null} {...form.field('username')} />
        <Field label="Display name" required autoComplete="name" {...form.field('displayName')} />
        <DialogEnd>
          <Button variant="ghost" onClick={() => logout.mutate()} disabled={logout.isPending}>
            {logout.isPending ? 'Logging out...' : 'Logout'}
          </Button>
          <Button
            type="submit"
            variant="primary"
            pending={isPending}
            disabled={values.username.trim() === '' || values.displayName.trim() === ''}
          >
            Create Profile
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  )
}

function reasonOf(error: Error): string {
  if (!(error instanceof ApiError)) return 'An unexpected error occurred. Please try again.'
  return error.sentence ?? 'Unable to create profile. Please try again.'
}

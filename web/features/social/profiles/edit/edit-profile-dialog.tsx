import type { Profile } from '../../../../../contract/social/profiles.ts'
import { initial } from '../../../../ui/avatar.tsx'
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx'
import { Field, TextArea } from '../../../../ui/forms/field.tsx'
import { AvatarField } from './avatar-field.tsx'
import { useEditProfile } from './use-edit-profile.ts'
import { UsernameField } from './username-field.tsx'

interface EditProfileDialogProps {
  profile: Profile
  /** Called after a change of the username, even if the dialog has been closed. */
  onRenamed: (username: string) => void
  onClose: () => void
}

export function EditProfileDialog({ profile, onRenamed, onClose }: EditProfileDialogProps) {
  const form = useEditProfile(profile, onRenamed, onClose)
  const { isPending } = form
  // A disabled field would lose the focus during a save.
  const text = (name: 'username' | 'displayName' | 'bio' | 'location' | 'website') => ({
    ...form.field(name),
    readOnly: isPending,
  })
  return (
    <FormDialog
      title="Edit Profile"
      description="How you appear next to your clips."
      size="wide"
      onClose={onClose}
      form={form}
      submitLabel="Save Changes"
    >
      <fieldset disabled={isPending} className="min-w-0">
        <AvatarField
          current={profile.avatarUrl}
          fallback={initial(profile.username, profile.displayName)}
          choice={form.values.picture}
          onChoose={(picture) => form.set({ picture })}
        />
      </fieldset>
      <div className="grid gap-5 sm:grid-cols-2">
        <UsernameField own={profile.username} {...text('username')} />
        <Field label="Display name" required autoComplete="name" {...text('displayName')} />
      </div>
      <TextArea label="Bio" rows={3} {...text('bio')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Location" autoComplete="address-level2" {...text('location')} />
        <Field label="Website" type="url" inputMode="url" autoComplete="url" {...text('website')} />
      </div>
    </FormDialog>
  )
}

import type { Profile } from '../../../../../contract/social/profiles.ts'
import { initial } from '../../../../ui/avatar.tsx'
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx'
import { Field, TextArea } from '../../../../ui/forms/field.tsx'
import { AvatarField } from './avatar-field.tsx'
import { useEditProfile } from './use-edit-profile.ts'
import { UsernameField } from './username-field.tsx'

interface EditProfileDialogProps {
  profile: Profile
  /** Called with the new username, if it was changed. */
  onSaved: (username: string | null | undefined) => void
  onClose: () => void
}

export function EditProfileDialog({ profile, onSaved, onClose }: EditProfileDialogProps) {
  const form = useEditProfile(profile, onSaved)
  const { isPending, isDirty } = form
  return (
    <FormDialog
      title="Edit Profile"
      description="How you appear next to your clips."
      size="wide"
      onClose={() => !isPending && onClose()}
      form={form}
      submitLabel="Save Changes"
      isSubmitDisabled={!isDirty}
      isCancelDisabled={isPending}
    >
      <AvatarField
        current={profile.avatarUrl}
        fallback={initial(profile.username, profile.displayName)}
        choice={form.values.picture}
        disabled={isPending}
        onChoose={(picture) => form.set({ picture })}
      />
      <ProfileFields form={form} own={profile.username} />
    </FormDialog>
  )
}

interface ProfileFieldsProps {
  form: ReturnType<typeof useEditProfile>
  /** The current username. */
  own: string | null
}

function ProfileFields({ form: { field, isPending: disabled }, own }: ProfileFieldsProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <UsernameField own={own} {...field('username')} disabled={disabled} />
        <Field label="Display name" autoComplete="name" {...field('displayName')} disabled={disabled} />
      </div>
      <TextArea label="Bio" rows={3} {...field('bio')} disabled={disabled} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Location" autoComplete="address-level2" {...field('location')} disabled={disabled} />
        <Field
          label="Website"
          type="url"
          inputMode="url"
          autoComplete="url"
          {...field('website')}
          disabled={disabled}
        />
      </div>
    </>
  )
}

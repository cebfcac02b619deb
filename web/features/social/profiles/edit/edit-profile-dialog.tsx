import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Profile } from '../../../../../contract/social/profiles.ts'
import { UpdateUserBody } from '../../../../../contract/social/profiles.ts'
import { initial } from '../../../../ui/avatar.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../../ui/dialogs/dialog.tsx'
import { Field, TextArea } from '../../../../ui/forms/field.tsx'
import type { AvatarChoice } from './avatar-field.tsx'
import { AvatarField } from './avatar-field.tsx'
import { changedFields, formOf, refusedFields, toastFirstMistake } from './profile-form.ts'
import { useUpdateProfile } from './use-update-profile.ts'
import { UsernameField } from './username-field.tsx'

interface EditProfileDialogProps {
  profile: Profile
  /** Called with the new username, if it was changed. */
  onSaved: (username: string | null | undefined) => void
  onClose: () => void
}

export function EditProfileDialog({ profile, onSaved, onClose }: EditProfileDialogProps) {
  const { form, picture, setPicture, isChanged, isPending, save } = useEditProfile(profile, onSaved)
  return (
    <Dialog
      title="Edit Profile"
      description="How you appear next to your clips."
      size="wide"
      dirty={isChanged && !isPending}
      onClose={() => !isPending && onClose()}
    >
      <form noValidate onSubmit={save} className="flex flex-col gap-5">
        <AvatarField
          current={profile.avatarUrl}
          fallback={initial(profile.username, profile.displayName)}
          choice={picture}
          disabled={isPending}
          onChoose={setPicture}
        />
        <ProfileFields form={form} disabled={isPending} />
        <div className="mt-2 flex flex-wrap-reverse justify-end gap-3">
          <DialogClose asChild>
            <Button variant="ghost" disabled={isPending}>
              Cancel
            </Button>
          </DialogClose>
          <Button type="submit" variant="primary" pending={isPending} disabled={!isChanged}>
            Save Changes
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Returns the form's state and a function that saves it. */
function useEditProfile(profile: Profile, onSaved: EditProfileDialogProps['onSaved']) {
  const [picture, setPicture] = useState<AvatarChoice>()
  const form = useForm({
    resolver: zodResolver(UpdateUserBody),
    // The values at the moment of opening. Later refetches do not overwrite what the user types.
    defaultValues: formOf(profile),
  })
  const { dirtyFields } = form.formState
  const { mutate, isPending } = useUpdateProfile(profile.id, () => setPicture(undefined))

  const save = form.handleSubmit((parsed) => {
    const body = changedFields(parsed, dirtyFields)
    if (picture === null) body.avatarUrl = null
    mutate(
      { body, picture: picture ?? undefined },
      {
        onSuccess: () => onSaved(body.username),
        onError: (error) => {
          for (const [field, message] of refusedFields(error)) form.setError(field, { message }, { shouldFocus: true })
        },
      },
    )
  }, toastFirstMistake)
  const isChanged = picture !== undefined || Object.keys(dirtyFields).length > 0
  return { form, picture, setPicture, isChanged, isPending, save }
}

interface ProfileFieldsProps {
  form: ReturnType<typeof useEditProfile>['form']
  disabled: boolean
}

function ProfileFields({ form, disabled }: ProfileFieldsProps) {
  const { register, watch } = form
  const { errors } = form.formState
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <UsernameField
          field={register('username')}
          typed={watch('username') ?? ''}
          own={form.formState.defaultValues?.username ?? null}
          error={errors.username?.message}
          disabled={disabled}
        />
        <Field
          label="Display name"
          autoComplete="name"
          error={errors.displayName?.message}
          {...register('displayName')}
          disabled={disabled}
        />
      </div>
      <TextArea label="Bio" rows={3} error={errors.bio?.message} {...register('bio')} disabled={disabled} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Location"
          autoComplete="address-level2"
          error={errors.location?.message}
          {...register('location')}
          disabled={disabled}
        />
        <Field
          label="Website"
          type="url"
          inputMode="url"
          autoComplete="url"
          error={errors.website?.message}
          {...register('website')}
          disabled={disabled}
        />
      </div>
    </>
  )
}

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Profile } from '../../../../contract/users.ts'
import { UpdateUserBody } from '../../../../contract/users.ts'
import { initial } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { Field, TextArea } from '../../../ui/field.tsx'
import type { AvatarChoice } from './avatar-field.tsx'
import { AvatarField } from './avatar-field.tsx'
import { changedFields, formOf, refusedFields, sayFirstMistake } from './profile-form.ts'
import { useUpdateProfile } from './use-update-profile.ts'
import { UsernameField } from './username-field.tsx'

interface EditProfileDialogProps {
  profile: Profile
  /** With the new username, if that was changed. */
  onSaved: (username: string | null | undefined) => void
  onClose: () => void
}

export function EditProfileDialog({ profile, onSaved, onClose }: EditProfileDialogProps) {
  const [picture, setPicture] = useState<AvatarChoice>()
  const { register, handleSubmit, watch, setError, formState } = useForm({
    resolver: zodResolver(UpdateUserBody),
    // Of the moment when it was opened: what arrives meanwhile does not touch what is typed.
    defaultValues: formOf(profile),
  })
  const { errors, dirtyFields } = formState
  const update = useUpdateProfile(profile.id, () => setPicture(undefined))
  const disabled = update.isPending
  const changed = picture !== undefined || Object.keys(dirtyFields).length > 0

  const save = handleSubmit((parsed) => {
    const body = changedFields(parsed, dirtyFields)
    if (picture === null) body.avatarUrl = null
    update.mutate(
      { body, picture: picture ?? undefined },
      {
        onSuccess: () => onSaved(body.username),
        onError: (error) => {
          for (const [field, message] of refusedFields(error)) setError(field, { message }, { shouldFocus: true })
        },
      },
    )
  }, sayFirstMistake)

  return (
    <Dialog
      title="Edit Profile"
      description="How you appear beside your clips."
      size="wide"
      dirty={changed && !disabled}
      onClose={() => !disabled && onClose()}
    >
      <form noValidate onSubmit={save} className="flex flex-col gap-5">
        <AvatarField
          current={profile.avatarUrl}
          fallback={initial(profile.username, profile.displayName)}
          choice={picture}
          disabled={disabled}
          onChoose={setPicture}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <UsernameField
            field={register('username')}
            typed={watch('username') ?? ''}
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
        <div className="mt-2 flex flex-wrap-reverse justify-end gap-3">
          <DialogClose asChild>
            <Button variant="ghost" disabled={disabled}>
              Cancel
            </Button>
          </DialogClose>
          <Button type="submit" variant="primary" pending={disabled} disabled={!changed}>
            Save Changes
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

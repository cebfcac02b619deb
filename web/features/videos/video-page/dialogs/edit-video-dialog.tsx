import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { UpdateVideoBody, updateVideo } from '../../../../../contract/videos/publishing.ts'
import type { Video } from '../../../../../contract/videos/videos.ts'
import { call } from '../../../../net/api.ts'
import { toastForbidden } from '../../../../net/failure-toasts.ts'
import { showErrorToast, showToast } from '../../../../page/toast.ts'
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx'
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts'
import { createPersonalDrafts } from '../../../../viewer/personal-drafts.ts'
import { lineageQuery } from '../../lineage/lineage.queries.ts'
import { refreshAfterEdit } from '../../refresh/refresh-after.ts'
import { DetailsFields } from '../../upload/form/details-fields.tsx'
import { changedFields, type EditForm, editFormOf } from './edit-video.ts'

/** Unsaved changes by video. They stay until they are saved or discarded. */
const draftOf = createPersonalDrafts<Partial<EditForm>>()

/** Edits the details of the owner's video. The typed text is kept until it is saved. */
export function EditVideoDialog({ video, onClose }: { video: Video; onClose: () => void }) {
  const form = useEditVideo(video, onClose)
  const { values, license, isPending } = form
  return (
    <FormDialog
      title="Edit video"
      description="Shown next to your clip."
      size="wide"
      onClose={onClose}
      form={form}
      submitLabel="Save Changes"
    >
      <DetailsFields
        form={{ ...values, license: values.license ?? (license === null ? '' : license) }}
        onChange={form.set}
        errorOf={(name) => form.field(name).error}
        disabled={isPending}
        source={{ ...video, url: video.videoUrl }}
        isPublished
      />
    </FormDialog>
  )
}

/**
 * Returns the form of a video's details, which saves the changed fields.
 *
 * @param onSaved Called when the changes are saved, or when there are none.
 */
function useEditVideo(current: Video, onSaved: () => void) {
  const client = useQueryClient()
  // The page refreshes the clip while the dialog is open. Only what the owner changed here may be sent.
  const [video] = useState(current)
  // The licence is requested, because lists of videos do not contain it.
  const license = useQuery(lineageQuery(video.id)).data?.license
  const form = useZodForm(UpdateVideoBody, {
    defaults: editFormOf(video),
    draft: draftOf(video.id),
    toBody: (typed) => changedFields(video, typed, license),
    submit: async (body) => {
      if (Object.keys(body).length === 0) return
      const updated = await call(updateVideo, { params: { id: video.id }, body })
      refreshAfterEdit(client, updated, body)
      showToast('Video updated')
    },
    onSuccess: onSaved,
    onError: (error) => {
      if (!toastForbidden(error)) showErrorToast('Failed to update video. Please try again.')
    },
    invalidTitle: 'Validation error',
  })
  return { ...form, license }
}

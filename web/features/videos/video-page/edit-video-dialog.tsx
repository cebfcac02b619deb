import type { Video } from '../../../../contract/videos/videos.ts'
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx'
import { DetailsFields } from '../upload/form/details-fields.tsx'
import { useEditVideo } from './use-edit-video.ts'

/** Edits the owner's text about a video. The typed text is kept until it is saved. */
export function EditVideoDialog({ video, onClose }: { video: Video; onClose: () => void }) {
  const form = useEditVideo(video, onClose)
  const { values, license, isPending } = form
  return (
    <FormDialog
      title="Edit video"
      description="Shown next to your clip."
      size="wide"
      dirty={form.isDirty}
      onClose={() => !isPending && onClose()}
      form={form}
      submitLabel={isPending ? 'Saving...' : 'Save Changes'}
      isCancelDisabled={isPending}
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

import type { Video } from '../../../../contract/videos/videos.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { DetailsFields } from '../upload/form/details-fields.tsx'
import { useEditVideo } from './use-edit-video.ts'

/** Edits the owner's text about a video. The typed text is kept until it is saved. */
export function EditVideoDialog({ video, onClose }: { video: Video; onClose: () => void }) {
  const form = useEditVideo(video, onClose)
  const { values, license, isPending } = form
  return (
    <Dialog
      title="Edit video"
      description="Shown next to your clip."
      size="wide"
      dirty={form.isDirty}
      onClose={() => !isPending && onClose()}
    >
      <form {...form.props} className="flex flex-col gap-5">
        <DetailsFields
          form={{ ...values, license: values.license ?? (license === null ? '' : license) }}
          onChange={form.set}
          errorOf={(name) => form.field(name).error}
          disabled={isPending}
          source={{ ...video, url: video.videoUrl }}
          isPublished
        />
        <DialogActions disabled={isPending}>
          <Button type="submit" variant="primary" pending={isPending}>
            {isPending ? 'Saving...' : 'Save Changes'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

import { CAPTION_MAX_LENGTH, PROMPT_MAX_LENGTH, type Video } from '../../../../contract/videos/videos.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/forms/field.tsx'
import { RemixFields } from '../lineage/remix-fields.tsx'
import { ModelField } from '../upload/form/model-field.tsx'
import { RealityField } from '../upload/form/reality-field.tsx'
import { TagsInput } from '../upload/form/tags-input.tsx'
import { CaptionField, PromptField, TitleField } from '../upload/form/text-fields.tsx'
import { ToolField } from '../upload/form/tool-field.tsx'
import { useEditVideo } from './use-edit-video.ts'

/** Edits the owner's text about a video. The typed text is kept until it is saved. */
export function EditVideoDialog({ video, onClose }: { video: Video; onClose: () => void }) {
  const form = useEditVideo(video, onClose)
  const { isPending } = form
  return (
    <Dialog
      title="Edit video"
      description="Shown next to your clip."
      size="wide"
      dirty={form.isDirty}
      onClose={() => !isPending && onClose()}
    >
      <form {...form.props} className="flex flex-col gap-5">
        <EditFields form={form} />
        <DialogActions disabled={isPending}>
          <Button type="submit" variant="primary" pending={isPending}>
            {isPending ? 'Saving...' : 'Save Changes'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function EditFields({ form }: { form: ReturnType<typeof useEditVideo> }) {
  const { values, field, set, license, isPending: disabled } = form
  return (
    <>
      <TitleField {...field('title')} disabled={disabled} />
      <CaptionField {...field('caption')} maxLength={CAPTION_MAX_LENGTH} disabled={disabled} />
      <ToolField {...field('toolUsed')} disabled={disabled} />
      <ModelField {...field('model')} tool={values.toolUsed} disabled={disabled} />
      <PromptField {...field('prompt')} maxLength={PROMPT_MAX_LENGTH} disabled={disabled} />
      <TagsInput
        tags={values.tags}
        text={values.tagText}
        error={field('tags').error}
        disabled={disabled}
        onChange={(tags, tagText) => set({ tags, tagText })}
      />
      <RealityField
        value={values.showsReality}
        disabled={disabled}
        onChange={(showsReality) => set({ showsReality })}
      />
      <Select label="Comments" {...field('commenting')} disabled={disabled}>
        <option value="open">Anyone can comment</option>
        <option value="held">I approve comments first</option>
        <option value="off">Comments are off</option>
      </Select>
      <RemixFields
        disabled={disabled || license === undefined}
        terms={{ remixPolicy: values.remixPolicy, license: values.license ?? license ?? '' }}
        onChange={set}
        isPublished
      />
    </>
  )
}

import { useRef } from 'react'
import type { Commenting, Video } from '../../../../contract/videos/videos.ts'
import { CAPTION_MAX_LENGTH, PROMPT_MAX_LENGTH } from '../../../../contract/videos/videos.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialogs/dialog.tsx'
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
  const form = useRef<HTMLFormElement>(null)
  const edit = useEditVideo(video, {
    onRefused: (field) => form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus(),
    onClose,
  })
  const { isPending } = edit
  return (
    <Dialog
      title="Edit video"
      description="Shown next to your clip."
      size="wide"
      dirty={edit.isChanged && !isPending}
      onClose={() => !isPending && onClose()}
    >
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          edit.save()
        }}
        className="flex flex-col gap-5"
      >
        <EditFields edit={edit} />
        <div className="mt-1 flex flex-wrap-reverse justify-end gap-3">
          <DialogClose asChild>
            <Button variant="ghost" disabled={isPending}>
              Cancel
            </Button>
          </DialogClose>
          <Button type="submit" variant="primary" pending={isPending}>
            {isPending ? 'Saving...' : 'Save Changes'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function EditFields({ edit }: { edit: ReturnType<typeof useEditVideo> }) {
  const { typed, set, errorOf, isPending: disabled } = edit
  return (
    <>
      <TitleField
        name="title"
        disabled={disabled}
        value={typed.title}
        onChange={(title) => set({ title })}
        error={errorOf('title')}
      />
      <CaptionField
        name="caption"
        maxLength={CAPTION_MAX_LENGTH}
        disabled={disabled}
        value={typed.caption}
        onChange={(caption) => set({ caption })}
        error={errorOf('caption')}
      />
      <ToolField
        name="toolUsed"
        disabled={disabled}
        value={typed.toolUsed}
        onChange={(toolUsed) => set({ toolUsed })}
        error={errorOf('toolUsed')}
      />
      <ModelField
        name="model"
        disabled={disabled}
        tool={typed.toolUsed}
        value={typed.model}
        onChange={(model) => set({ model })}
        error={errorOf('model')}
      />
      <PromptField
        name="prompt"
        maxLength={PROMPT_MAX_LENGTH}
        disabled={disabled}
        value={typed.prompt}
        onChange={(prompt) => set({ prompt })}
        error={errorOf('prompt')}
      />
      <TagsInput
        tags={typed.tags}
        text={typed.tagText}
        disabled={disabled}
        onChange={(tags, tagText) => set({ tags, tagText })}
      />
      <RealityField disabled={disabled} value={typed.showsReality} onChange={(showsReality) => set({ showsReality })} />
      <CommentingField edit={edit} />
      <RemixFields
        disabled={disabled || edit.license === undefined}
        terms={{ remixPolicy: typed.remixPolicy, license: typed.license ?? edit.license ?? '' }}
        onChange={set}
        isPublished
      />
    </>
  )
}

function CommentingField({
  edit: { typed, set, errorOf, isPending: disabled },
}: {
  edit: ReturnType<typeof useEditVideo>
}) {
  return (
    <Select
      name="commenting"
      label="Comments"
      disabled={disabled}
      value={typed.commenting}
      onChange={({ target }) => set({ commenting: target.value as Commenting })}
      error={errorOf('commenting')}
    >
      <option value="open">Anyone can comment</option>
      <option value="held">I approve comments first</option>
      <option value="off">Comments are off</option>
    </Select>
  )
}

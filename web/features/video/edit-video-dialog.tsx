import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useRef, useState } from 'react'
import type { Video } from '../../../contract/videos.ts'
import { CAPTION_MAX_LENGTH, PROMPT_MAX_LENGTH, UpdateVideoBody, updateVideo } from '../../../contract/videos.ts'
import { call } from '../../net/api.ts'
import { showErrorToast, showToast } from '../../page/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { patchVideo } from '../../videos/video-cache.ts'
import { touchVideoLists } from '../../videos/video-refresh.ts'
import { TagsInput } from '../upload/form/tags-input.tsx'
import { CaptionField, PromptField, TitleField } from '../upload/form/text-fields.tsx'
import type { EditForm } from './edit-video.ts'
import { changedFields, editFormOf } from './edit-video.ts'

/** Changes what its owner wrote about a video. What was typed stays until it is saved. */
export function EditVideoDialog({ video, onClose }: { video: Video; onClose: () => void }) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState(() => editFormOf(video))
  const [problem, setProblem] = useState<{ field: unknown; sentence: string }>()
  const set = (change: Partial<EditForm>) => {
    setTyped({ ...typed, ...change })
    setProblem(undefined)
  }
  const errorOf = (field: keyof EditForm) => (problem?.field === field ? problem.sentence : undefined)

  const save = useMutation({
    mutationFn: (body: UpdateVideoBody) => call(updateVideo, { params: { id: video.id }, body }),
    onSuccess: (updated) => {
      patchVideo(client, video.id, () => updated)
      touchVideoLists(client)
      showToast('Video updated')
      onClose()
    },
    onError: () => showErrorToast('Failed to update video. Please try again.'),
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const changes = changedFields(video, typed)
    if (Object.keys(changes).length === 0) return onClose()
    const issue = UpdateVideoBody.safeParse(changes).error?.issues[0]
    if (!issue) return save.mutate(changes)
    setProblem({ field: issue.path[0], sentence: issue.message })
    showErrorToast('Validation error', issue.message)
    form.current?.querySelector<HTMLElement>(`[name="${String(issue.path[0])}"]`)?.focus()
  }

  const disabled = save.isPending
  const isChanged = Object.keys(changedFields(video, typed)).length > 0
  return (
    <Dialog
      title="Edit video"
      description="What people read beside your clip."
      size="wide"
      dirty={isChanged && !disabled}
      onClose={() => !disabled && onClose()}
    >
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
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
        <div className="mt-1 flex flex-wrap-reverse justify-end gap-3">
          <DialogClose asChild>
            <Button variant="ghost" disabled={disabled}>
              Cancel
            </Button>
          </DialogClose>
          <Button type="submit" variant="primary" pending={disabled}>
            {disabled ? 'Saving...' : 'Save Changes'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

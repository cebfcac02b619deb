import { type FormEvent, useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import * as z from 'zod/mini'
import { VideoWords } from '../../../../contract/videos/publishing.ts'
import type { OwnUser } from '../../../../contract/social/profiles.ts'
import { queryClient } from '../../../net/query-client.ts'
import { showErrorToast } from '../../../page/toast.ts'
import { refreshVideoLists } from '../../../videos/video-cache.ts'
import { forgetPlace } from '../../../wall/wall-place.ts'
import { lineageQuery } from '../lineage/lineage.queries.ts'
import { answerAbout } from '../duplicates/answers.ts'
import { shortenName } from './file/file-labels.ts'
import { isWorkflowShared } from './file/shared-workflows.ts'
import { useChosenFile } from './file/use-chosen-file.ts'
import { isComplete, refuseFile, type UploadForm, videoDetails } from './form/upload-form.ts'
import * as lines from './queue/line.ts'
import type { UploadQueue } from './queue/upload-queue.ts'
import { useUploadQueue } from './queue/use-upload-queue.ts'
import type { Details, Published } from './sending/publish.ts'
import { preloadTus } from './sending/tus/tus-code.ts'
import { useRemixed } from './use-remixed.ts'
import { useContinuable } from './use-continuable.ts'

/** The upload page: the clip whose form is shown, the others in the line, and what an earlier visit has left. */
export function useUpload(user: OwnUser) {
  const { queue, line } = useUploadQueue(user.id)
  const clip = lines.shownClip(line)
  const chosen = useChosenFile(clip.file)
  const isSending = line.clips.some(({ state }) => state.at !== 'form')
  const continuable = useContinuable(user.id, clip.file, isSending)
  // What is shown may be older than what was done last.
  const change = (act: (line: lines.Line) => lines.Line) => queue.line.set(act(queue.line.get()))
  useLeaving(queue)
  useDropPublished(queue, continuable.others)
  useRemixed(queue)

  const isReady = chosen !== undefined && isComplete(clip.form)
  useEffect(() => {
    if (isReady) preloadTus()
  }, [isReady])

  return {
    queue,
    line,
    clip,
    chosen,
    continuable: isSending ? undefined : continuable,
    isReady,
    choose: (files: FileList) => change((now) => lines.chooseFiles(now, accepted(files))),
    add: (files: FileList) => change((now) => lines.addFiles(now, accepted(files))),
    edit: (changed: Partial<UploadForm>) => change((now) => lines.editForm(now, clip.id, changed)),
    show: (id: number) => change((now) => ({ ...now, shownId: id })),
    remove: () => change((now) => lines.removeClip(now, clip.id)),
    restore: (draft: UploadForm) => change((now) => lines.restoreDraft(now, draft)),
    discard: (draft: UploadForm) => change((now) => lines.dropDraft(now, draft)),
    submit: (event: FormEvent) => {
      event.preventDefault()
      if (!chosen) return showErrorToast('No file selected', 'Please select a video file to upload.')
      const closed = clip.form.parents.map(({ videoId }) => whyNoRemix(videoId)).find(Boolean)
      if (closed) return showErrorToast('This remix cannot be published', closed)
      const details = checkedDetails(clip.form, chosen.aspectRatio)
      const workflow = isWorkflowShared(chosen.file) ? 'share' : 'remove'
      if (details) queue.submit(clip.id, { ...details, workflow, ...answerAbout(chosen.file) })
    },
  }
}

/** Whoever is on the page when the last clip is published goes to see it. */
function useLeaving(queue: UploadQueue): void {
  const [, navigate] = useLocation()
  const leave = useEffectEvent(({ video, isElsewhere }: Published) => {
    // Not awaited: a slow list must not hold the page on a form that is done with.
    void refreshVideoLists(queryClient)
    forgetPlace('feed')
    navigate(isElsewhere ? `/video/${video.id}` : '/')
  })
  useEffect(() => queue.onAllPublished((last) => leave(last)), [queue])
}

/** What was typed for a clip that is published is no draft any more. */
function useDropPublished(queue: UploadQueue, continuable: ReturnType<typeof useContinuable>['others']): void {
  const titles = continuable.flatMap(({ published }) => published?.title ?? [])
  const drop = useEffectEvent(() => {
    const line = queue.line.get()
    for (const draft of line.drafts) {
      if (titles.includes(draft.title.trim())) queue.line.set(lines.dropDraft(queue.line.get(), draft))
    }
  })
  const key = titles.join('\n')
  useEffect(() => drop(), [key])
}

/** Without those that may not be sent, which a toast says, by name where it could be any of several. */
function accepted(files: FileList): File[] {
  return [...files].filter((file) => {
    const refusal = refuseFile(file)
    if (refusal) {
      const [title, description] = refusal
      showErrorToast(title, files.length === 1 ? description : `${shortenName(file.name)}: ${description}`)
    }
    return !refusal
  })
}

/** What is known of it already: the server has the last word, once the file is there. */
function whyNoRemix(videoId: string): string | null | undefined {
  return queryClient.getQueryData(lineageQuery(videoId).queryKey)?.whyNoRemix
}

/** @returns `undefined` if something is missing or wrong, which a toast says. */
function checkedDetails(form: UploadForm, aspectRatio: string): Details | undefined {
  if (!isComplete(form)) {
    showErrorToast('Missing information', 'Please fill in the title, caption, and select the AI tool used.')
    return undefined
  }
  const details = videoDetails(form, aspectRatio)
  const checked = z.safeParse(VideoWords, details)
  if (checked.success) return details
  showErrorToast('Validation error', checked.error.issues[0]?.message)
  return undefined
}

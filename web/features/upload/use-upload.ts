import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import * as z from 'zod/mini'
import type { OwnUser } from '../../../contract/users.ts'
import { CreateVideoBody } from '../../../contract/videos.ts'
import { showErrorToast, showToast } from '../../page/toast.ts'
import { useChosenFile } from './file/use-chosen-file.ts'
import { useKeepUnfinished, useUnfinished } from './form/unfinished-upload.ts'
import { emptyForm, isComplete, refuseFile, type UploadForm, videoDetails } from './form/upload-form.ts'
import { useDraft } from './form/use-draft.ts'
import { preloadTus } from './sending/tus-code.ts'
import { useContinuable } from './use-continuable.ts'
import { usePublish } from './use-publish.ts'

/** The upload page: its file and form, the draft and the uploads that were begun, and publishing. */
export function useUpload(user: OwnUser) {
  const unfinished = useUnfinished(user.id)
  const [form, setForm] = useState(unfinished?.form ?? emptyForm)
  const [chosen, setFile] = useChosenFile(unfinished?.file)
  const draft = useDraft(user.id, unfinished === undefined, setForm)
  const forgetUnfinished = useKeepUnfinished(() => ({ userId: user.id, form, file: chosen?.file }))
  const publishing = usePublish(user.id, () => {
    forgetUnfinished()
    draft.clear()
  })
  const { isPending } = publishing
  const continuable = useContinuable(user.id, chosen?.file, isPending)

  // What was typed for a clip that is published is no draft any more.
  const isDraftPublished =
    draft.offered && continuable.others.some(({ published }) => published?.title === draft.offered?.title.trim())
  const discardDraft = useEffectEvent(draft.discard)
  useEffect(() => {
    if (isDraftPublished) discardDraft()
  }, [isDraftPublished])
  const isReady = chosen !== undefined && isComplete(form)
  useEffect(() => {
    if (isReady) preloadTus()
  }, [isReady])

  const choose = (files: FileList) => {
    const [file] = files
    if (!file || isPending) return
    const refusal = refuseFile(file)
    if (refusal) return showErrorToast(...refusal)
    if (files.length > 1) showToast('One video at a time', `${file.name} was chosen. The others can follow it.`)
    setFile(file)
    // The next one may not have what was wrong with this one.
    publishing.forgetFailure()
  }
  const change = (changed: Partial<UploadForm>) => {
    const next = { ...form, ...changed }
    setForm(next)
    draft.save(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!chosen) return showErrorToast('No file selected', 'Please select a video file to upload.')
    const details = checkedDetails(form, chosen.aspectRatio)
    if (details) publishing.publish({ file: chosen.file, details })
  }
  return { form, change, chosen, choose, draft, continuable, publishing, isReady, submit }
}

/** @returns `undefined` if something is missing or wrong, which a toast says. */
function checkedDetails(form: UploadForm, aspectRatio: string): ReturnType<typeof videoDetails> | undefined {
  if (!isComplete(form)) {
    showErrorToast('Missing information', 'Please fill in the title, caption, and select the AI tool used.')
    return undefined
  }
  const details = videoDetails(form, aspectRatio)
  const checked = z.safeParse(CreateVideoBody, { ...details, videoUrl: '' })
  if (checked.success) return details
  showErrorToast('Validation error', checked.error.issues[0]?.message)
  return undefined
}

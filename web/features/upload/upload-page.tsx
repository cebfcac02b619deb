import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import * as z from 'zod/mini'
import type { OwnUser } from '../../../contract/users.ts'
import { CreateVideoBody } from '../../../contract/videos.ts'
import { showErrorToast, showToast } from '../../page/toast.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Protected } from '../../viewer/protected.tsx'
import { FilePicker } from './file/file-picker.tsx'
import { useChosenFile } from './file/use-chosen-file.ts'
import { usePageDrop } from './file/use-page-drop.ts'
import { DetailsFields } from './form/details-fields.tsx'
import { useKeepUnfinished, useUnfinished } from './form/unfinished-upload.ts'
import { emptyForm, isComplete, refuseFile, type UploadForm, videoDetails } from './form/upload-form.ts'
import { useDraft } from './form/use-draft.ts'
import { DraftOffer, PublishedOffer, UnfinishedOffer } from './offers.tsx'
import { preloadTus } from './sending/tus-code.ts'
import { isPaused, UploadProgress } from './upload-progress.tsx'
import { useContinuable } from './use-continuable.ts'
import { usePublish } from './use-publish.ts'

export function UploadPage() {
  return <Protected>{(user) => <Upload user={user} />}</Protected>
}

function Upload({ user }: { user: OwnUser }) {
  const unfinished = useUnfinished(user.id)
  const [form, setForm] = useState(unfinished?.form ?? emptyForm)
  const [chosen, setFile] = useChosenFile(unfinished?.file)
  const draft = useDraft(user.id, unfinished === undefined, setForm)
  const forgetUnfinished = useKeepUnfinished(() => ({ userId: user.id, form, file: chosen?.file }))
  const { publish, isPending, step, cancel } = usePublish(user.id, () => {
    forgetUnfinished()
    draft.clear()
  })

  const { others, continued, forget } = useContinuable(user.id, chosen?.file, isPending)
  // What was typed for a clip that is published is no draft any more.
  const isDraftPublished =
    draft.offered && others.some(({ published }) => published?.title === draft.offered?.title.trim())
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
  }
  const dragging = usePageDrop(choose)

  const change = (changed: Partial<UploadForm>) => {
    const next = { ...form, ...changed }
    setForm(next)
    draft.save(next)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!chosen) return showErrorToast('No file selected', 'Please select a video file to upload.')
    if (!isComplete(form)) {
      return showErrorToast('Missing information', 'Please fill in the title, caption, and select the AI tool used.')
    }
    const details = videoDetails(form, chosen.aspectRatio)
    const checked = z.safeParse(CreateVideoBody, { ...details, videoUrl: '' })
    if (!checked.success) return showErrorToast('Validation error', checked.error.issues[0]?.message)
    publish({ file: chosen.file, details })
  }

  return (
    <div className="mx-auto max-w-6xl px-4 pt-6 pb-36 sm:px-8 sm:pt-10 sm:pb-60">
      <PageHeading title="Upload" className="headline text-display">
        Share Your Creation
      </PageHeading>
      {!isPending &&
        others.map((upload) => {
          const [key, onForget] = [upload.ticket.resumableURL, () => forget(upload)]
          return upload.published ? (
            <PublishedOffer key={key} video={upload.published} onDismiss={onForget} />
          ) : (
            <UnfinishedOffer key={key} upload={upload} onForget={onForget} />
          )
        })}
      {draft.offered && <DraftOffer title={draft.offered.title} onRestore={draft.restore} onDiscard={draft.discard} />}
      <form
        noValidate
        onSubmit={submit}
        aria-labelledby="upload-card"
        className="mt-8 grid items-start gap-8 lg:grid-cols-2 lg:gap-14"
      >
        <div className="flex flex-col gap-5 lg:sticky lg:top-24">
          <h2 id="upload-card" className="text-lead font-strong">
            Upload Video
          </h2>
          <FilePicker
            chosen={chosen}
            continued={isPending ? undefined : continued}
            onChoose={choose}
            disabled={isPending}
          />
        </div>
        <div className="flex flex-col gap-6">
          <DetailsFields form={form} onChange={change} disabled={isPending} />
          {step && <UploadProgress step={step} onCancel={cancel} />}
          <Button
            type="submit"
            variant="primary"
            pending={isPending && !isPaused(step)}
            disabled={!isReady || isPaused(step)}
          >
            {isPaused(step) ? 'Paused' : isPending ? 'Uploading...' : 'Upload Video'}
          </Button>
        </div>
      </form>
      {dragging && !isPending && (
        <div className="pointer-events-none fixed inset-3 z-40 grid place-items-center rounded-card bg-canvas/90 outline-3 outline-accent outline-dashed">
          <p className="headline text-display">Let it fall anywhere</p>
        </div>
      )}
    </div>
  )
}
